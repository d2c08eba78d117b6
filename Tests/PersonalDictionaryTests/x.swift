import CoreModule
