/// Answers of the documented shape, with invented data.
enum JikanFixtures {
    /// A page of items.
    static func page(_ items: [String], isLast: Bool = false) -> String {
        """
        {"pagination": {"last_visible_page": 9, "has_next_page": \(!isLast), "current_page": 1,
        "items": {"count": \(items.count), "total": 200, "per_page": 25}},
        "data": [\(items.joined(separator: ","))]}
        """
    }

    /// An item with everything that the service tells, and with fields that the app does not know.
    static func item(_ number: Int, title: String = "Paper Lighthouse") -> String {
        """
        {"mal_id": \(number), "url": "https://catalogue.example/anime/\(number)",
        "images": {
            "jpg": {"image_url": "https://pictures.example/\(number).jpg", "small_image_url": null,
                "large_image_url": "https://pictures.example/\(number)l.jpg"},
            "webp": {"image_url": "https://pictures.example/\(number).webp"}},
        "approved": true, "titles": [{"type": "Default", "title": "\(title)"}, {"type": "Japanese", "title": "紙の灯台"}],
        "title": "\(title)", "title_english": null, "type": "TV", "source": "Original", "episodes": 12,
        "aired": {"from": "2019-04-05T00:00:00+00:00", "to": "2020-02-29T00:00:00+00:00",
            "prop": {"from": {"day": 5, "month": 4, "year": 2019}}, "string": "Apr 5, 2019 to Feb 29, 2020"},
        "score": 0, "scored_by": null, "rank": \(number), "genres": [], "demographics": []}
        """
    }

    /// An item with the required fields only.
    static let bare = #"{"mal_id": 7, "title": "Quiet Harbour", "rank": 7, "type": "OVA"}"#

    /// An item whose other fields are all null.
    static let null = """
        {"mal_id": 8, "url": null, "images": null, "title": "Borrowed Station", "titles": [], "type": null,
        "aired": {"from": null, "to": null, "string": null}, "published": null, "score": null, "rank": null}
        """

    /// An item with values that the app does not know, or that must not be followed.
    static let strange = """
        {"mal_id": 9, "url": "javascript:alert(1)", "images": {"jpg": null, "avif": {},
        "webp": {"image_url": "https://pictures.example/9.webp"}}, "title": "50% %@ \\u0000 <b>", "type": "Hologram",
        "published": {"from": "soon", "to": "2021-13-40T00:00:00+00:00"}, "rank": 9}
        """

    /// Items without a number or a title, or with a field of another type.
    static let unreadable = [
        #"{"title": "No number", "rank": 1, "type": "TV"}"#, #"{"mal_id": 3, "title": null}"#,
        #"{"mal_id": "4", "title": "Text"}"#, "[]", "null",
    ]
}
