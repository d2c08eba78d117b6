public import CoreModule

extension ReplicaConflict {
    /// What lost, for the user: the field's name and both values.
    public var message: Message {
        let (name, lost, kept): (Message, String, String?) =
            switch field {
            case WordRecords.Field.text: (Message("text"), text(of: self.lost), self.kept.map(text))
            case Word.Mark.note: (Message("note"), self.lost, self.kept)
            case WordRecords.Field.own: (Message("own translation"), shown(self.lost), self.kept.map(shown))
            default: (Message("star"), "★", self.kept.map { _ in "★" })
            }
        guard let device else {
            return kept.map { Message("\(name): “\($0)” was kept, “\(lost)” lost") }
                ?? Message("\(name): “\(lost)” lost")
        }
        return kept.map { Message("\(name): “\($0)” was kept, “\(lost)” of \(device) lost") }
            ?? Message("\(name): “\(lost)” of \(device) lost")
    }

    /// `dog (en→ru)`.
    private func text(of value: String) -> String {
        SyncedText(field: value).map { "\($0.text) (\($0.source.code)→\($0.target.code))" } ?? value
    }

    private func shown(_ lines: String) -> String { WordRecords.lines(lines).joined(separator: ", ") }
}
