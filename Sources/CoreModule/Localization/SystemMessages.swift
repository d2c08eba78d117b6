import Foundation

extension Message {
    /// Why a system call failed: the message for an `errno`.
    package static func systemError(_ code: Int32) -> Message {
        switch code {
        case ENOENT: Message("there is no such file or folder")
        case EACCES, EPERM: Message("there is no permission")
        case EISDIR: Message("it is a folder")
        case ENOTDIR: Message("a part of the path is no folder")
        case EEXIST: Message("it already exists")
        case ENOSPC, EDQUOT: Message("there is no space left")
        case EROFS: Message("it can only be read")
        case ENAMETOOLONG: Message("the name is too long")
        case ELOOP: Message("too many links")
        case EMFILE, ENFILE: Message("too many files are open")
        case ENXIO: Message("nobody reads the pipe, or there is no device")
        case EIO: Message("the device has failed")
        case ECONNREFUSED: Message("the connection was refused")
        case ECONNRESET, EPIPE, ECONNABORTED: Message("the connection was closed")
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
