import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import parsePhoneNumber, {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isPossiblePhoneNumber,
  Metadata,
} from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { enterPhone, fullPhone } from '../sign-in/phone/phone-entry.ts'
import { countryByCode, writtenDialCode } from './countries.ts'
import { listCountries, searchCountries } from './country-list.ts'
import { dialPlans } from './dial-plans.ts'
import { isMobile } from './read-phone.ts'

const codesOf = (wanted: string) => searchCountries(listCountries(), wanted).map(({ code }) => code)

describe('the numbers of all countries', () => {
  test('have the dial codes that libphonenumber knows', () => {
    expect([...dialPlans.keys()].sort()).toEqual(getCountries().sort())
    for (const { code, dialCode, prefixes } of dialPlans.values()) {
      const calling = getCountryCallingCode(code as CountryCode)
      for (const one of [dialCode, ...prefixes]) expect(one.startsWith(calling), code).toBe(true)
    }
  })

  test('drop the prefix that is dialled at home only', () => {
    for (const { code, dialCode, trunk } of dialPlans.values()) {
      // North America dials a 1, which is its dial code. In Belarus an 8 comes before the 0.
      const prefix = planOf(code).nationalPrefix() || ''
      expect(trunk, code).toBe({ 1: '', 8: dialCode === '375' ? '80' : '8' }[prefix] ?? prefix)
    }
  })

  test('have the lengths and first digits of all mobile numbers that libphonenumber knows', () => {
    for (const { code, dialCode, firstDigits, lengths } of dialPlans.values()) {
      const mobile = planOf(code).type('MOBILE')
      if (!mobile) continue
      const areaDigits = dialCode.length - getCountryCallingCode(code as CountryCode).length
      expect(lengths, code).toEqual(mobile.possibleLengths().map(length => length - areaDigits))
      for (const sample of samplesOf(lengths))
        if (new RegExp(`^(?:${mobile.pattern()})$`).test(sample)) expect(firstDigits, code).toContain(sample[0])
    }
  })

  test('are shown by an example that a mobile phone can have', () => {
    for (const { code, dialCode, example } of dialPlans.values()) {
      const number = dialCode + example.join('')
      expect(isMobile(number), code).toBe(true)
      expect(isPossiblePhoneNumber(`+${number}`), code).toBe(true)
    }
  })

  test('can be typed as people write them at home', () => {
    for (const code of getCountries()) {
      const example = getExampleNumber(code, examples)
      const sent = fullPhone({ phone: example?.formatNational() ?? '', countryCode: code })
      expect(parsePhoneNumber(sent)?.number, code).toBe(example?.number)
    }
  })

  test('can be typed as people write them abroad', () => {
    for (const code of getCountries()) {
      const example = getExampleNumber(code, examples)
      const entered = enterPhone(example?.formatInternational() ?? '', code)
      expect(fullPhone(entered), code).toBe(example?.number)
      expect(getCountryCallingCode(entered.countryCode as CountryCode), code).toBe(example?.countryCallingCode)
    }
  })
})

describe('a country', () => {
  test('has its dial code, and its name in Arabic and English', () => {
    expect(countryByCode('AE')).toEqual({
      code: 'AE',
      dialCode: '971',
      name: 'United Arab Emirates',
      localName: 'الإمارات العربية المتحدة',
      isPreferred: true,
    })
    expect(countryByCode('ZZ')).toBeUndefined()
  })

  test('shows its dial code in the digits of the language', () => {
    expect(writtenDialCode('971', 'ar')).toBe('+٩٧١')
    expect(writtenDialCode('971', 'en')).toBe('+971')
  })
})

describe('the list of countries', () => {
  const codes = listCountries().map(({ code }) => code)

  test('begins with the five that are used most', () => {
    expect(codes.slice(0, 5)).toEqual(['AU', 'IN', 'AE', 'GB', 'US'])
  })

  test('goes on with all others in the order of the Arabic alphabet', () => {
    const names = listCountries()
      .slice(5)
      .map(({ localName }) => localName)
    expect(names).toHaveLength(dialPlans.size - 5)
    expect(names).toEqual([...names].sort(new Intl.Collator('ar').compare))
  })

  test.each([
    ['مصر', 'EG'],
    ['الامارات', 'AE'],
    ['أُستراليا', 'AU'],
    ['سوريه', 'SY'],
    ['united arab', 'AE'],
    ['cote', 'CI'],
    ['eg', 'EG'],
    ['971', 'AE'],
    ['+٩٧١', 'AE'],
    ['۹۷۱', 'AE'],
  ])('finds the country by %s', (wanted, code) => {
    expect(codesOf(wanted)).toContain(code)
  })

  test.each([
    ['turkey', 'TR'],
    ['uae', 'AE'],
    ['USA', 'US'],
    ['america', 'US'],
    ['United States of America', 'US'],
    ['ksa', 'SA'],
    ['saudi', 'SA'],
    ['england', 'GB'],
    ['Britain', 'GB'],
    ['uk', 'GB'],
    ['ivory coast', 'CI'],
    ["cote d'ivoire", 'CI'],
    ['holland', 'NL'],
    ['burma', 'MM'],
    ['saint lucia', 'LC'],
    ['korea south', 'KR'],
    ['بريطانيا', 'GB'],
    ['امريكا', 'US'],
    ['أمريكا', 'US'],
    ['آمريكا', 'US'],
    ['انجلترا', 'GB'],
    ['هولندا', 'NL'],
    ['تركيه', 'TR'],
    ['امارات', 'AE'],
    ['الاردن', 'JO'],
    ['كويت', 'KW'],
    ['المغرب', 'MA'],
    ['سعوديه', 'SA'],
    ['ايطاليا', 'IT'],
    ['جزائر', 'DZ'],
    ['جزاير', 'DZ'],
    ['العمان', 'OM'],
    ['سویسرا', 'CH'],
    ['00971', 'AE'],
    ['٠٠٩٧١', 'AE'],
    ['00', 'AE'],
  ])('finds the country by %s, as people call or spell it', (wanted, code) => {
    expect(codesOf(wanted)).toContain(code)
  })

  test('has only what the operator offers', () => {
    expect(listCountries(['EG', 'AE']).map(({ code }) => code)).toEqual(['AE', 'EG'])
  })

  test('finds all without a search text, and nothing for nonsense', () => {
    expect(codesOf('')).toEqual(codes)
    expect(codesOf('qqq')).toEqual([])
  })
})

type NumberingPlan = {
  /** The number 0 means that there is no prefix. */
  nationalPrefix(): string | 0 | undefined
  type(name: 'MOBILE'): { pattern(): string; possibleLengths(): number[] } | undefined
}

function planOf(code: string): NumberingPlan {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(code as CountryCode)
  return metadata.numberingPlan as unknown as NumberingPlan
}

/** Random numbers, but the same ones in each run. */
function samplesOf(lengths: readonly number[]): string[] {
  let seed = 1
  const digit = () => {
    seed = (seed * 48271) % 2147483647
    return seed % 10
  }
  return lengths.flatMap(length => Array.from({ length: 400 }, () => Array.from({ length }, digit).join('')))
}
