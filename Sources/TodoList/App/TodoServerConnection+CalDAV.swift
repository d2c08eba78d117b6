public import CoreModule

extension TodoServerConnection {
    /// Makes a connection without a server, with the credentials for the one that is chosen. Lists are synchronized after edits and at an
    /// interval; if it is nil, only on request. Conflicts show the name of the device, by default that of the host. The logger receives
    /// the requests, with method and host.
    public convenience init(
        credentials: WebDAVCredentials?, interval: Duration? = .seconds(900), device: String? = nil,
        client: any HTTP.Client = CalDAVCollection.defaultClient(), clock: WallClock = .system,
        logger: EventLogger = .disabled
    ) {
        let credentials = credentials?.isEmpty == true ? nil : credentials
        let makeServer: MakeServer = { (address, allowsInsecureConnections) throws(WebDAVError) in
            guard address.user == nil || credentials != nil else { throw .passwordMissing }
            return try WebDAVServer(
                url: address.url, user: address.user, credentials: credentials, client: client, clock: clock,
                allowsInsecureConnections: allowsInsecureConnections, logger: logger)
        }
        self.init(
            interval: interval, device: device, clock: clock, sleeper: .system(clock: clock),
            makeServer: makeServer)
    }
}
