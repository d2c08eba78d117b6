public import CoreModule
import Foundation

extension CalDAVError: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .network(let reason): Message("the server cannot be reached: \(reason)")
        case .timedOut: Message("the server did not answer in time")
        case .cancelled: Message("the exchange with the server was cancelled")
        case .passwordMissing: Message("the password is missing")
        case .unauthorized: Message("the server does not accept the user or the password")
        case .forbidden(nil): Message("the server does not allow it")
        case .forbidden(let rule?): Message("the server does not allow it (\(rule))")
        case .notFound: Message("there is nothing at this address of the server")
        case .conflict(nil):
            Message("the request conflicts with the server's state, or the list does not exist")
        case .conflict(let rule?): Message("the request conflicts with the server's state (\(rule))")
        case .preconditionFailed: Message("it was changed on the server meanwhile")
        case .locked: Message("it is locked on the server")
        case .rateLimited(nil): Message("the server allows no more requests now")
        case .rateLimited(let date?): Message("the server allows no more requests until \(date)")
        case .unavailable(nil): Message("the server is unavailable now")
        case .unavailable(let date?): Message("the server is unavailable until \(date)")
        case .full: Message("there is no more room on the server")
        case .insecure(let host): Message("the password would go to \(host) without encryption; use https")
        case .foreignRedirect(let host):
            Message("the server sends us to another host, \(host); if you trust it, give its address")
        case .malformed(let reason): Message("the server's answer cannot be understood: \(reason)")
        case .invalidAddress(let reason): Message("the address of the server cannot be used: \(reason)")
        case .notTodoCollection: Message("there is no list of tasks at this address")
        case .noCollection: Message("the server has no list of tasks for this user")
        case .severalCollections(let urls):
            Message(
                "the server has several lists of tasks; give the address of one: \(urls.map(\.absoluteString).joined(separator: ", "))"
            )
        case .refused(let status, nil): Message("the server refuses it with status \(String(status))")
        case .refused(let status, let rule?): Message("the server refuses it with status \(String(status)) (\(rule))")
        }
    }
}
