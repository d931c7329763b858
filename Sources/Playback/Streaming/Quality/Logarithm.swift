// SPDX-License-Identifier: Apache-2.0

/// ln x, with a relative error of about 1e-15: Embedded Swift has no libm. Values not above 0 give minus infinity, NaN stays NaN.
func naturalLogarithm(_ x: Double) -> Double {
    guard x > 0 else { return x.isNaN ? x : -.infinity }
    guard x.isFinite else { return x }
    var exponent = Double(x.exponent)
    var significand = x.significand
    if significand > 1.414_213_562_373_095_1 {
        significand /= 2
        exponent += 1
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), with the argument within 0.172: each term gains 1.5 digits.
    let t = (significand - 1) / (significand + 1)
    let square = t * t
    var sum = 1.0 / 21
    sum = sum * square + 1.0 / 19
    sum = sum * square + 1.0 / 17
    sum = sum * square + 1.0 / 15
    sum = sum * square + 1.0 / 13
    sum = sum * square + 1.0 / 11
    sum = sum * square + 1.0 / 9
    sum = sum * square + 1.0 / 7
    sum = sum * square + 1.0 / 5
    sum = sum * square + 1.0 / 3
    sum = sum * square + 1
    return exponent * 0.693_147_180_559_945_3 + 2 * t * sum
}

/// e to the power x, with a relative error of about 1e-15; saturates at 0 and infinity.
func exponential(_ x: Double) -> Double {
    guard x < 709.7 else { return x.isNaN ? x : .infinity }
    guard x > -708 else { return 0 }
    let turns = x * 1.442_695_040_888_963_4
    let whole = Int(turns < 0 ? turns - 0.5 : turns + 0.5)
    // ln 2 in two parts, so that the remainder within ±0.35 loses no digits.
    let rest = x - Double(whole) * 0.693_147_180_369_123_8 - Double(whole) * 1.908_214_929_270_587_7e-10
    var sum = 1.0 / 6_227_020_800
    sum = sum * rest + 1.0 / 479_001_600
    sum = sum * rest + 1.0 / 39_916_800
    sum = sum * rest + 1.0 / 3_628_800
    sum = sum * rest + 1.0 / 362_880
    sum = sum * rest + 1.0 / 40_320
    sum = sum * rest + 1.0 / 5_040
    sum = sum * rest + 1.0 / 720
    sum = sum * rest + 1.0 / 120
    sum = sum * rest + 1.0 / 24
    sum = sum * rest + 1.0 / 6
    sum = sum * rest + 1.0 / 2
    sum = sum * rest + 1
    sum = sum * rest + 1
    return sum * Double(sign: .plus, exponent: whole, significand: 1)
}
