import SuperappTesting

/// Texts that break programs that insert, cut, fold or count text carelessly.
package let hostileTexts = HostileText.all
