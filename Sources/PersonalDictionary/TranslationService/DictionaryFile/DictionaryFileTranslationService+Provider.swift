extension LookUpProvider {
    /// A dictionary in files on the device. It is asked at once, as the glossary is.
    public static func file(_ file: DictionaryFile) -> LookUpProvider {
        LookUpProvider(name: "\(TranslationProvider.dictionaryFile)(\(file.name))") { chain, name in
            chain.addOnDevice(
                DictionaryFileTranslationService(file, glossary: chain.glossary, clock: chain.clock), name)
        }
    }
}
