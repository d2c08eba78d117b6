public import CoreModule

extension TodoServerConnection {
    /// Makes a connection without a server. An empty password counts as none. If the connection is not automatic, lists are
    /// synchronized only on request. Conflicts show the name of the device, by default that of the host. The logger receives the
    /// requests, with method and host.
    public convenience init(
        password: Secret?, isAutomatic: Bool = true, device: String? = nil,
        client: any HTTP.Client = CalDAVCollection.defaultClient(), clock: WallClock = .system,
        logger: EventLogger = .disabled
    ) {
        let password = password?.reveal().isEmpty == true ? nil : password
        let makeServer: MakeServer = { (address, allowsInsecureConnections) throws(CalDAVError) in
            guard address.user == nil || password != nil else { throw .passwordMissing }
            return try CalDAVServer(
                url: address.url, credentials: password.map { CalDAVCredentials(user: address.user, password: $0) },
                client: client, clock: clock, allowsInsecureConnections: allowsInsecureConnections, logger: logger)
        }
        self.init(
            isAutomatic: isAutomatic, device: device, clock: clock, sleeper: .system(clock: clock),
            makeServer: makeServer)
    }
}
