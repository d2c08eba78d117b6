#ifndef CMEMORY_SHIM_H
#define CMEMORY_SHIM_H

#include <stdint.h>
#include <string.h>

typedef uint8_t cmemory_vector __attribute__((vector_size(16), aligned(1)));
typedef uint64_t cmemory_halves __attribute__((vector_size(16)));

/* How rare a byte is in texts: a larger number is rarer. */
static inline size_t cmemory_rarity(uint8_t byte) {
    static const uint8_t common[] = "\xD0\xD1 etaoinshrdlucmfwypvbgk\xC3\xB0\xB5\xBE\xB8\xBD\x82\x81\x80";
    const void *place = memchr(common, byte, sizeof common - 1);
    return place ? (size_t)((const uint8_t *)place - common) : sizeof common;
}

/* Finds the first place of `needle` in `haystack`; NULL if there is none. Several times as fast as memmem on texts: it compares
   sixteen places at a time with the needle's two rarest bytes, and the whole needle only where both match. */
static inline const void *cmemory_find(
    const void *haystack, size_t haystack_length, const void *needle, size_t needle_length) {
    const uint8_t *place = (const uint8_t *)haystack, *bytes = (const uint8_t *)needle;
    if (needle_length == 0) return haystack;
    if (needle_length > haystack_length) return NULL;
    if (needle_length == 1) return memchr(haystack, bytes[0], haystack_length);
    size_t rare = 0, second = 1;
    for (size_t i = 1; i < needle_length; i++) {
        if (cmemory_rarity(bytes[i]) > cmemory_rarity(bytes[rare])) {
            second = rare;
            rare = i;
        } else if (second == rare || cmemory_rarity(bytes[i]) > cmemory_rarity(bytes[second])) {
            second = i;
        }
    }
    size_t left = haystack_length - needle_length + 1;
    cmemory_vector rares = {0}, seconds = {0};
    rares += bytes[rare];
    seconds += bytes[second];
    for (; left >= 16; left -= 16, place += 16) {
        const cmemory_halves both = (cmemory_halves)(*(const cmemory_vector *)(place + rare) == rares)
            & (cmemory_halves)(*(const cmemory_vector *)(place + second) == seconds);
        if ((both[0] | both[1]) == 0) continue;
        const cmemory_vector matches = (cmemory_vector)both;
        for (int i = 0; i < 16; i++)
            if (matches[i] != 0 && memcmp(place + i, bytes, needle_length) == 0) return place + i;
    }
    for (; left > 0; left--, place++)
        if (*place == bytes[0] && memcmp(place, bytes, needle_length) == 0) return place;
    return NULL;
}

/* Writes UTF-8 with the lower-case letters of ASCII. Returns whether all of it is ASCII. */
static inline int cmemory_lower(const uint8_t *text, size_t length, uint8_t *lower) {
    uint8_t all = 0;
    for (size_t i = 0; i < length; i++) {
        all |= text[i];
        lower[i] = (uint8_t)(text[i] - 'A') < 26 ? text[i] | 0x20 : text[i];
    }
    return all < 0x80;
}

/* Folds UTF-8 by a table: for each of the first scalars up to four bytes of UTF-8, the first in the low byte; 0 for none.
   `folded` must have room for twice the length. Returns the folded length, or SIZE_MAX if a scalar is not in the table, its entry
   is UINT32_MAX, or an acute makes another letter of the one before. */
static inline size_t cmemory_fold(
    const uint8_t *text, size_t length, const uint32_t *table, size_t count, uint8_t *folded) {
    size_t end = 0;
    uint32_t previous = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t scalar = text[i];
        if (scalar >= 0x80) {
            if (scalar >= 0xE0 || i + 1 == length) return SIZE_MAX;
            scalar = (scalar & 0x1F) << 6 | (text[++i] & 0x3F);
        }
        if (scalar >= count || table[scalar] == UINT32_MAX) return SIZE_MAX;
        /* Г and К. */
        if (scalar == 0x301 && (previous == 0x413 || previous == 0x433 || previous == 0x41A || previous == 0x43A))
            return SIZE_MAX;
        previous = scalar;
        for (uint32_t entry = table[scalar]; entry != 0; entry >>= 8) folded[end++] = (uint8_t)entry;
    }
    return end;
}

#endif
