/// A regular expression that is parsed once. A literal inside of a function is parsed and compiled at each call, which takes longer than
/// to match a line with it.
///
/// Made of a literal only: `Regex` is not sendable because one that is built of closures may share their state, and a literal has none.
/// Matching changes nothing in it but its compiled program, which the first match stores atomically (`Regex.Program` in
/// swift-experimental-string-processing, Core.swift). So any number of tasks may match at the same time.
package struct SharedRegex<RegexOutput>: RegexComponent, @unchecked Sendable {
    package let regex: Regex<RegexOutput>

    package init(_ literal: Regex<RegexOutput>) { regex = literal }
}
