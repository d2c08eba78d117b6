import CoreModule

/// The glossary's translations of a word, the usual one first. They order those of another dictionary.
package struct UsualTranslations: Sendable, ExpressibleByArrayLiteral {
    private let keys: [String]
    /// Reads the target language if the word is an inflected form, since its translations may be forms too: Häuser, houses.
    private let interpreter: QueryInterpreter?

    package init(_ translations: [String], of interpreter: QueryInterpreter? = nil) {
        keys = translations.map { TextFolding.fold($0, .search) }
        self.interpreter = interpreter
    }

    package init(arrayLiteral elements: String...) { self.init(elements) }

    /// How usual a translation is: 0 is the usual one, and the number of translations one that is none of them.
    func place(of translation: String) -> Int {
        if let place = keys.firstIndex(of: TextFolding.fold(translation, .search)) { return place }
        guard let interpreter, !keys.isEmpty else { return keys.count }
        let bases = interpreter.bases(of: translation).map { TextFolding.fold($0, .search) }
        return keys.firstIndex(where: bases.contains) ?? keys.count
    }
}
