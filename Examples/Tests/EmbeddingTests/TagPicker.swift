import CoreModule
import Observation
import PersonalDictionary

/// Builds a screen on which the user chooses a tag.
struct TagPickerBuilder: Builder {
    static let feature = Feature.screen("TagPicker")
    let dependencies: [String]
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TagPickerGraph {
        TagPickerGraph(scope: scope, tags: dependencies)
    }
}

/// A screen that returns a tag.
final class TagPickerGraph: ReturningGraph {
    let scope: FeatureScope
    let result: ScreenResult<String>
    let tags: [String]

    init(scope: FeatureScope, tags: [String]) {
        self.scope = scope
        self.tags = tags
        result = ScreenResult(in: scope)
    }

    /// Returns the tag, and closes the screen.
    func choose(_ tag: String) { result.finish(with: tag) }
}

/// A button that adds a tag to a word.
@MainActor
final class AddTagViewModel {
    private let entry: DictionaryEntryViewModel
    private let toTagPicker: ScreenRouter<[String], TagPickerGraph>

    init(_ entry: DictionaryEntryViewModel, toTagPicker: ScreenRouter<[String], TagPickerGraph>) {
        self.entry = entry
        self.toTagPicker = toTagPicker
    }

    /// Adds the tag that the user chooses, and nothing if the user goes back.
    func addTag() async {
        guard let tag = await toTagPicker.openForResult(["animal", "exam", "food"]) else { return }
        await entry.edit { $0.tags = try WordTags($0.tags.names + [tag]) }
    }
}
