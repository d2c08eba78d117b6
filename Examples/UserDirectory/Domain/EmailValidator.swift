/// Says whether a text is an e-mail address.
package protocol EmailValidator: Sendable {
    func isValid(_ email: String) -> Bool
}

/// A local part, `@`, a domain, and a last part of 2 to 50 letters.
package struct PatternEmailValidator: EmailValidator {
    package init() {}

    package func isValid(_ email: String) -> Bool {
        email.wholeMatch(of: /[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,50}/) != nil
    }
}
