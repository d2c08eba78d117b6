package import CoreModule

extension ResourceBundle {
    /// The resources of `PersonalDictionary`: its messages, the glossary and the tables of forms.
    package static let personalDictionary = ResourceBundle("superapp_PersonalDictionary")
}
