import CoreModule
import HTTPTypes
import PersonalDictionary
import TodoList

/// Why a program's request was not performed: RFC 9457. The code is stable; the sentence is in the language of the request.
struct Problem: Error {
    let status: HTTPResponse.Status
    /// The error's name, for programs: those of the library, and some of the API's own.
    let code: String
    /// What a person reads.
    let message: Message
    /// The field that is wrong: of the body, of the query, or a header.
    var field: String?
    /// The word that is in the way.
    var id: String?
    /// In how many seconds another try may succeed.
    var retryAfter: Int?
    /// The methods that the address has.
    var allowed: [String] = []

    init(
        _ status: HTTPResponse.Status, _ code: String, _ message: Message, field: String? = nil, id: String? = nil,
        retryAfter: Int? = nil
    ) {
        (self.status, self.code, self.message) = (status, code, message)
        (self.field, self.id, self.retryAfter) = (field, id, retryAfter)
    }

    /// The body of the answer.
    func json(_ texts: Localizer) -> JSON {
        var members: [String: JSON] = [
            "type": .text("about:blank"), "title": .text(status.reasonPhrase), "status": .number(status.code),
            "code": .text(code), "detail": .text(texts(message)),
        ]
        if let field { members["field"] = .text(field) }
        if let id { members["id"] = .text(id) }
        return .object(members)
    }
}

// MARK: The API's own

extension Problem {
    static let noToken = Problem(
        .unauthorized, "noToken", Message("A token is needed, in the header Authorization. Settings make one."))
    static let wrongToken = Problem(.unauthorized, "wrongToken", Message("This token is wrong, or it has ended."))
    static let notJSON = Problem(.badRequest, "notJSON", Message("The body is no JSON object."))
    static let tooDeep = Problem(.badRequest, "notJSON", Message("The body has too many lists within each other."))
    static let wrongType = Problem(
        .unsupportedMediaType, "wrongType", Message("The body must be of the type application/json."))
    static let tooLarge = Problem(.contentTooLarge, "tooLarge", Message("The body is too large."))
    static let tooSlow = Problem(.requestTimeout, "tooSlow", Message("The body did not come in time."))
    static let noAddress = Problem(.notFound, "noAddress", Message("The API has no such address."))
    static let changed = Problem(.preconditionFailed, "changed", Message("It was changed meanwhile. Read it again."))
    static let removed = Problem(.conflict, "removed", Message("It was removed, and is in the bin."))
    static let otherContent = Problem(
        .conflict, "otherContent", Message("This identifier is taken, by another content."))
    static let nothingToUndo = Problem(.conflict, "nothingToUndo", .nothingToUndo)
    static let tooMany = Problem(
        .tooManyRequests, "tooMany", Message("Too many requests come at once. Try again in a moment."), retryAfter: 1)

    static func unknownField(_ name: String) -> Problem {
        Problem(.badRequest, "unknownField", Message("There is no field “\(name)”."), field: name)
    }

    static func missingField(_ name: String) -> Problem {
        Problem(.badRequest, "missingField", Message("The field “\(name)” is missing."), field: name)
    }

    static func wrongField(_ name: String) -> Problem {
        Problem(.badRequest, "wrongField", Message("The field “\(name)” has a value that it cannot have."), field: name)
    }

    static func wrongMethod(_ allowed: [String]) -> Problem {
        var problem = Problem(.methodNotAllowed, "wrongMethod", Message("The address is not for this method."))
        problem.allowed = allowed
        return problem
    }
}

// MARK: Those of the libraries and of the server

extension Problem {
    /// The problem that an error is.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as DictionaryError: self.init(error)
        case let error as TodoError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as Refusal: self.init(error)
        case is CancellationError: self.init(StoreError(wrapping: error, path: nil))
        default: self.init(.internalServerError, "fault", Message("The server has failed. Its log says why."))
        }
    }

    /// Whether the store failed.
    var isOfStore: Bool { status == .serviceUnavailable }

    private init(_ error: StoreError) {
        // Not the explanation, which has the path of the file.
        self.init(.serviceUnavailable, error.code.rawValue, error.message, retryAfter: 5)
    }

    private init(_ error: DictionaryError) {
        let status: HTTPResponse.Status
        switch error {
        case .store(let error), .translation(.store(let error)):
            self.init(error)
            return
        case .duplicate(let id):
            self.init(.conflict, error.code, Message("the word is there already"), id: id.rawValue)
            return
        case .notFound: status = .notFound
        case .suspended, .languageInUse, .translation(.notFound), .ambiguousID: status = .conflict
        case .translation: status = .badGateway
        default: status = .unprocessableContent
        }
        self.init(status, error.code, error.explanation)
    }

    private init(_ error: TodoError) {
        let status: HTTPResponse.Status
        switch error {
        case .store(let error):
            self.init(error)
            return
        case .notFound: status = .notFound
        case .openSubtasks, .unknownRecurrence, .notRecurring, .nothingToSkip, .nothingToReopen: status = .conflict
        default: status = .unprocessableContent
        }
        self.init(status, error.code, error.explanation)
    }

    private init(_ refusal: Refusal) {
        switch refusal {
        case .size: self = .tooLarge
        case .time: self = .tooSlow
        case .address: self = .noAddress
        default: self.init(refusal.status, refusal.rawValue, Message("This request was refused."))
        }
    }
}
