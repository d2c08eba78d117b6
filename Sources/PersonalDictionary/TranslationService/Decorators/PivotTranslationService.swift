/// Goes through a third language where a service does not translate in a direction: `cane` → dog → собака.
///
/// The entry says so: its provider is `pivot:en(dict)`.
public struct PivotTranslationService: TranslationService {
    /// So many translations into the third language are tried, from the first.
    private static let attempts = 3

    private let service: any TranslationService
    private let legs: any TranslationService
    private let pivot: Language

    /// Makes a service that goes through a language.
    /// - Parameters:
    ///   - service: is asked for the whole way.
    ///   - legs: is asked for each leg of the way, where there is no whole one; the same where `nil`. One that remembers what it has
    ///     said goes on where a limit has stopped it.
    ///   - pivot: the language.
    public init(_ service: any TranslationService, legs: (any TranslationService)? = nil, through pivot: Language) {
        self.service = service
        self.legs = legs ?? service
        self.pivot = pivot
    }

    /// Looks a word up. Both ways must be there, or ``TranslationError/unsupportedDirection(_:)`` is thrown.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            return try await service.lookUp(text, direction)
        } catch .unsupportedDirection where direction.source != pivot && direction.target != pivot {
            return try await lookUpByPivot(text, direction)
        }
    }

    private func lookUpByPivot(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let (there, onward): (TranslationDirection, TranslationDirection)
        do {
            there = try TranslationDirection(from: direction.source, to: pivot)
            onward = try TranslationDirection(from: pivot, to: direction.target)
        } catch {
            throw .unsupportedDirection(direction)
        }
        let first = try await asked(text, there, for: direction)
        for translation in first.senses.flatMap(\.translations).prefix(Self.attempts) {
            do throws(TranslationError) {
                let middle: WordText
                do { middle = try WordText(translation) } catch { continue }
                let second = try await asked(middle, onward, for: direction)
                return try DictionaryEntry(
                    headword: first.headword, direction: direction, pronunciation: first.pronunciation,
                    senses: second.senses, provider: .pivot(through: pivot, [first.provider, second.provider]),
                    date: second.date)
            } catch .notFound {
                continue
            }
        }
        throw .notFound
    }

    /// A leg of the two; that it is not there means that the whole direction is not.
    private func asked(
        _ text: WordText, _ leg: TranslationDirection, for direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            return try await legs.lookUp(text, leg)
        } catch .unsupportedDirection {
            throw .unsupportedDirection(direction)
        }
    }
}

extension TranslationProvider {
    /// A translation that went through a third language: `pivot:en(dict)`, or `pivot:en(glossary,dict)` where the two ways have
    /// different providers.
    public static func pivot(through language: Language, _ providers: [TranslationProvider]) -> TranslationProvider {
        var names: [String] = []
        for provider in providers where !names.contains(provider.rawValue) { names.append(provider.rawValue) }
        return TranslationProvider(rawValue: "pivot:\(language.code)(\(names.joined(separator: ",")))")
    }

    /// Through which language, and by whom, a pivot's translation came; `nil` where it came directly.
    public var pivot: (language: Language, providers: [TranslationProvider])? {
        guard let match = rawValue.wholeMatch(of: /pivot:([^()]+)\((.*)\)/) else { return nil }
        let names = match.2.split(separator: ",").map { TranslationProvider(rawValue: String($0)) }
        return (Language(code: String(match.1)), names)
    }
}
