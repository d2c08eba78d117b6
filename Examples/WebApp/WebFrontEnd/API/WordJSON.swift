import CoreModule
import Foundation
import PersonalDictionary

/// Words and what services say of them, with the keys of `superapp --json`. All keys are always there.
extension Word {
    /// The word, and its version.
    var versionedJSON: (json: JSON, version: String) {
        let said = translation.translation
        let json: JSON = [
            "id": .text(id.rawValue), "text": .text(text.value), "translation": .text(said?.text),
            "alternatives": .texts(said?.alternatives ?? []), "status": .text(translation.name),
            "provider": .text(said?.provider.rawValue), "sourceLang": .text(direction.source.code),
            "targetLang": .text(direction.target.code), "isFavorite": .bool(isFavorite), "note": .text(note.value),
            "tags": .texts(tags.names), "createdAt": .date(createdAt), "updatedAt": .date(updatedAt),
        ]
        return json.versioned
    }

    /// The word as it is, such as in a list.
    var json: JSON { versionedJSON.json }
}

extension RemovedWord {
    var json: JSON { word.json.adding(["removedAt": .date(removedAt), "deletedAt": .date(end)]) }
}

extension DictionaryEntry {
    /// The entry of a word.
    var json: JSON {
        [
            "headword": .text(headword), "pronunciation": .text(pronunciation), "matched": matched?.json ?? .null,
            "senses": .list(senses.map(\.json)), "provider": .text(provider.rawValue), "fetchedAt": .date(date),
        ]
    }

    /// What a text may mean in one direction.
    var lookedUpJSON: JSON {
        json.adding(["sourceLang": .text(direction.source.code), "targetLang": .text(direction.target.code)])
    }
}

extension DictionaryEntry.Match {
    fileprivate var json: JSON {
        ["form": .text(form), "how": .text(how), "isSimilar": .bool(isSimilar), "isPart": .bool(isPart)]
    }
}

extension DictionaryEntry.Sense {
    fileprivate var json: JSON {
        [
            "partOfSpeech": .text(partOfSpeech), "notes": .texts(notes), "forms": .texts(forms),
            "matched": matched?.json ?? .null, "translations": .texts(translations),
            "marks": .object(marks.mapValues { .texts($0) }),
            "examples": .list(examples.map { ["source": .text($0.source), "target": .text($0.target)] }),
        ]
    }
}
