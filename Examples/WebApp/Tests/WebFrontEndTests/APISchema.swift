import Foundation
import HTTPTypes
import WebFrontEnd

/// The description of the API: what of JSON Schema it uses, to compare it with answers and with the code.
struct APIDocument: Sendable {
    let json: JSON

    /// An operation as the document has it.
    struct Operation: Sendable {
        let name: String
        let line: String
        let json: JSON
    }

    var operations: [Operation] {
        (json["paths"]?.members ?? [:]).flatMap { path, item in
            item.members.map { method, operation in
                let name = operation["operationId"]?.text ?? ""
                return Operation(name: name, line: "\(name): \(method.uppercased()) \(path)", json: operation)
            }
        }
    }

    /// A schema, a parameter or an answer, without a reference to it.
    func resolved(_ json: JSON) -> JSON {
        guard let reference = json["$ref"]?.text else { return json }
        let place = reference.dropFirst(2).split(separator: "/")
        return resolved(place.reduce(self.json) { $0[String($1)] ?? .null })
    }

    /// The schema of an operation's answer with a status; nil if it has no body.
    func schema(_ operation: JSON, _ status: Int) -> JSON? {
        let responses = operation["responses"] ?? .null
        let response = resolved(responses["\(status)"] ?? responses["default"] ?? .null)
        return response["content"]?.members.values.first?["schema"]
    }

    /// What is wrong with a value, with its place. Empty if it fits the schema.
    func problems(_ value: JSON, _ schema: JSON, at place: String = "") -> [String] {
        let schema = resolved(schema)
        if let choices = schema["oneOf"]?.list {
            let fitting = choices.count { problems(value, $0, at: place).isEmpty }
            return fitting == 1 ? [] : ["\(place): fits \(fitting) schemas"]
        }
        let types = schema["type"]?.texts ?? schema["type"]?.text.map { [$0] } ?? []
        guard types.contains(where: { value.isOfType($0) }) else { return ["\(place): is no \(types)"] }
        var found: [String] = []
        if let names = schema["enum"]?.list, !names.contains(value) { found.append("\(place): not in \(names)") }
        if schema["format"]?.text == "date-time", let text = value.text,
            text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) == nil
        {
            found.append("\(place): no date")
        }
        for (number, item) in (value.list ?? []).enumerated() {
            found += problems(item, schema["items"] ?? .null, at: "\(place)[\(number)]")
        }
        let properties = schema["properties"]?.members ?? [:]
        for name in schema["required"]?.texts ?? [] where value[name] == nil { found.append("\(place): no \(name)") }
        for (name, member) in value.members {
            switch (properties[name], schema["additionalProperties"]) {
            case (let property?, _): found += problems(member, property, at: "\(place).\(name)")
            case (nil, .object(let other)): found += problems(member, .object(other), at: "\(place).\(name)")
            default: found.append("\(place): has \(name)")
            }
        }
        return found
    }

    // MARK: Fields, as texts

    /// The fields of an operation's query and body, as ``line(_:_:)`` writes those of the code.
    func fields(_ operation: JSON) -> [String] {
        let parameters = (operation["parameters"]?.list ?? []).map { resolved($0) }
        let query = parameters.filter { $0["in"]?.text == "query" }.map { parameter in
            line("query", parameter["name"]?.text, parameter["schema"], parameter["required"] == .bool(true))
        }
        let body = resolved(operation["requestBody"]?["content"]?["application/json"]?["schema"] ?? .null)
        let required = body["required"]?.texts ?? []
        return (query + (body["properties"]?.members ?? [:]).map { line("body", $0, $1, required.contains($0)) })
            .sorted()
    }

    private func line(_ place: String, _ name: String?, _ schema: JSON?, _ isRequired: Bool) -> String {
        let schema = resolved(schema ?? .null)
        let types = schema["type"]?.texts ?? schema["type"]?.text.map { [$0] } ?? []
        var parts = [place, name ?? "", types.first ?? ""]
        if let names = schema["enum"]?.texts { parts.append(names.joined(separator: "|")) }
        if let format = schema["format"]?.text { parts.append(format) }
        if let least = schema["minimum"]?.number, let most = schema["maximum"]?.number {
            parts.append("\(least)...\(most)")
        }
        if types.contains("null") { parts.append("null") }
        if isRequired { parts.append("required") }
        return parts.joined(separator: " ")
    }

    /// The fields of an operation of the code.
    static func fields(_ operation: APIOperation) -> [String] {
        (operation.query.map { line("query", $0) } + (operation.body ?? []).map { line("body", $0) }).sorted()
    }

    private static func line(_ place: String, _ field: APIField) -> String {
        let kind =
            switch field.kind {
            case .text: "string"
            case .newID: "string uuid"
            case .texts: "array"
            case .flag: "boolean"
            case .number(let range): "integer \(range)"
            case .choice(let names): "string \(names.joined(separator: "|"))"
            }
        let end = (field.isNullable ? " null" : "") + (field.isRequired ? " required" : "")
        return "\(place) \(field.name) \(kind)\(end)"
    }
}

extension JSON {
    /// The members of an object; empty if it is none.
    var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }

    /// All references in it.
    var references: [String] {
        switch self {
        case .list(let values): values.flatMap(\.references)
        case .object(let members):
            members.flatMap { name, value in name == "$ref" ? [value.text ?? ""] : value.references }
        default: []
        }
    }

    fileprivate func isOfType(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number: type == "integer" || type == "number"
        case .decimal: type == "number"
        case .text: type == "string"
        case .list: type == "array"
        case .object: type == "object"
        }
    }
}
