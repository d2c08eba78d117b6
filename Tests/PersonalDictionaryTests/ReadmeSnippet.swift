import CoreModule
import PersonalDictionary

@MainActor
func addAWord() async throws -> String? {
    let dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
    let tree = FeatureTree()
    let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    app.startTranslating()

    let newWord = app.mainScreen.mainNavigator.toNewWord.router.open()
    newWord.viewModel.text = "dog"
    await newWord.viewModel.save()
    await waitUntil { newWord.viewModel.saved?.translation.translation != nil }
    return newWord.viewModel.saved?.translation.translation?.text  // собака
}
