/// Goes through a third language if a service does not translate in a direction: `cane` → dog → собака. The entry's provider says so:
/// `pivot:en(dict)`.
package struct PivotLookUp: LookUpPart {
    /// The number of translations into the third language that are tried, from the first.
    private static let attempts = 3

    private let service: any LookUpPart
    private let legs: any LookUpPart
    private let pivot: Language

    /// The service is asked for the whole direction, `legs` for each leg. If that keeps its answers, a pivot that a limit stopped goes on
    /// after the first leg.
    package init(_ service: any LookUpPart, legs: any LookUpPart, through pivot: Language) {
        self.service = service
        self.legs = legs
        self.pivot = pivot
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let direction = request.direction
        do throws(TranslationError) {
            return try await service.lookUp(request)
        } catch .unsupportedDirection where direction.source != pivot && direction.target != pivot {
            do throws(TranslationError) {
                return try await lookUpByPivot(request)
            } catch .unsupportedDirection {
                // If one of the legs is missing, so is the whole direction.
                throw .unsupportedDirection(direction)
            }
        }
    }

    private func lookUpByPivot(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let direction = request.direction
        let there = TranslationDirection(unchecked: direction.source, pivot)
        let onward = TranslationDirection(unchecked: pivot, direction.target)
        let first = try await legs.lookUp(request.replacing(request.text, there))
        for translation in first.senses.flatMap(\.translations).prefix(Self.attempts) {
            do throws(TranslationError) {
                let middle: WordText
                do { middle = try WordText(translation) } catch { continue }
                let second = try await legs.lookUp(request.replacing(middle, onward))
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
}

extension TranslationProvider {
    /// A translation through a third language: `pivot:en(dict)`, or `pivot:en(glossary,dict)` if the legs have
    /// different providers.
    package static func pivot(through language: Language, _ providers: [TranslationProvider]) -> TranslationProvider {
        var names: [String] = []
        for provider in providers where !names.contains(provider.rawValue) { names.append(provider.rawValue) }
        return TranslationProvider(rawValue: "pivot:\(language.code)(\(names.joined(separator: ",")))")
    }

    /// The third language of a pivot, and the providers of its legs; nil if the translation came directly.
    package var pivot: (language: Language, providers: [TranslationProvider])? {
        // First by its beginning: an expression is compiled at each call.
        guard rawValue.hasPrefix("pivot:"), let match = rawValue.wholeMatch(of: /pivot:([^()]+)\((.*)\)/) else {
            return nil
        }
        let names = match.2.split(separator: ",").map { TranslationProvider(rawValue: String($0)) }
        return (Language(code: String(match.1)), names)
    }
}
