import Foundation

extension Message {
    /// Why a system call failed: the message for an `errno`.
    public static func systemError(_ code: Int32) -> Message {
        switch code {
        case ENOENT: Message("there is no such file or folder")
        case EACCES, EPERM: Message("there is no permission")
        case EISDIR: Message("it is a folder")
        case ENOTDIR: Message("a part of the path is no folder")
        case EEXIST: Message("it is there already")
        case ENOSPC, EDQUOT: Message("there is no room left")
        case EROFS: Message("it can only be read")
        case ENAMETOOLONG: Message("the name is too long")
        case ELOOP: Message("too many links")
        case EMFILE, ENFILE: Message("too many files are open")
        case EIO: Message("the device has failed")
        case ECONNREFUSED: Message("the connection was refused")
        case ECONNRESET, EPIPE, ECONNABORTED: Message("the connection was broken off")
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: Message("there is no way to the host")
        case ETIMEDOUT: Message("no answer in time")
        default: Message("system error \(String(code))")
        }
    }

    /// Why a host name has no address: the message for a result of `getaddrinfo`.
    static func addressError(_ code: Int32) -> Message {
        switch code {
        case EAI_NONAME: Message("the host is unknown")
        case EAI_AGAIN: Message("the name service does not answer")
        default: Message("the name service failed with error \(String(code))")
        }
    }

    /// Why Foundation could not use a file: the message for the underlying system error, if there is one.
    public static func fileError(_ error: any Error) -> Message {
        var next: (any Error)? = error
        while let error = next {
            if let error = error as? POSIXError { return systemError(error.code.rawValue) }
            let bridged = error as NSError
            if bridged.domain == NSPOSIXErrorDomain { return systemError(Int32(clamping: bridged.code)) }
            next = bridged.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        switch (error as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return systemError(ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return systemError(EACCES)
        case .fileWriteOutOfSpace: return systemError(ENOSPC)
        case .fileWriteVolumeReadOnly: return systemError(EROFS)
        case .fileWriteFileExists: return systemError(EEXIST)
        default: return Message("it cannot be used")
        }
    }
}

extension Message {
    /// Why an HTTP exchange failed: the message for a URL error code of Foundation.
    /// - Parameter details: Foundation's own text, which is never shown. On Linux, many errors have no code of their own.
    static func urlError(_ code: Int, details: String) -> Message {
        switch code {
        #if canImport(FoundationNetworking)
        case NSURLErrorBadServerResponse: Message("the server closed the connection without an answer")
        case NSURLErrorUnsupportedURL where details.contains("HTTP/"): Message("the server does not speak HTTP")
        case NSURLErrorUnknown where ["SSL", "TLS", "certificate"].contains(where: details.contains):
            Message("there is no secure connection to the host")
        case NSURLErrorUnknown where details.contains("transfer closed"):
            Message("the server broke the connection off in the middle of its answer")
        case NSURLErrorUnknown where details.contains("reset"): Message("the connection was broken off")
        case NSURLErrorUnknown: Message("the exchange with the server failed, and the system does not say why")
        #endif
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: Message("the host is unknown")
        case NSURLErrorCannotConnectToHost: Message("the connection was refused")
        case NSURLErrorNetworkConnectionLost: Message("the connection was broken off")
        case NSURLErrorNotConnectedToInternet: Message("there is no network")
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid, NSURLErrorClientCertificateRejected,
            NSURLErrorClientCertificateRequired:
            Message("there is no secure connection to the host")
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse: Message("the server does not speak HTTP")
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL: Message("the address is no URL")
        default: Message("network error \(String(code))")
        }
    }
}
