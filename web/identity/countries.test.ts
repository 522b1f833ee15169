import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import parsePhoneNumber, {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  Metadata,
} from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { countryOf, writtenDialCode } from './countries.ts'
import { listCountries, searchCountries } from './country-list.ts'
import { dialPlans } from './dial-plans.ts'
import { enterPhone, fullPhone } from './phone-entry.ts'

const codesOf = (wanted: string) => searchCountries(listCountries(), wanted).map(({ code }) => code)

describe('the numbers of all countries', () => {
  test('have the dial codes that libphonenumber knows', () => {
    expect([...dialPlans.keys()].sort()).toEqual(getCountries().sort())
    for (const { code, dialCode, prefixes } of dialPlans.values()) {
      const calling = getCountryCallingCode(code as CountryCode)
      for (const one of [dialCode, ...prefixes]) expect(one.startsWith(calling), code).toBe(true)
    }
  })

  test('drop a 0 where it is only dialled at home', () => {
    const metadata = new Metadata()
    for (const { code, dropsZero } of dialPlans.values()) {
      metadata.selectNumberingPlan(code as CountryCode)
      const plan = metadata.numberingPlan as unknown as { nationalPrefix(): string | undefined }
      expect(plan.nationalPrefix() === '0', code).toBe(dropsZero)
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
  test('has a flag, its dial code, and its name in Arabic and English', () => {
    expect(countryOf('AE')).toEqual({
      code: 'AE',
      dialCode: '971',
      name: 'United Arab Emirates',
      localName: 'الإمارات العربية المتحدة',
      flag: '🇦🇪',
      isPreferred: true,
    })
    expect(countryOf('ZZ')).toBeUndefined()
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
  ])('finds by %s what is looked for', (wanted, code) => {
    expect(codesOf(wanted)).toContain(code)
  })

  test('finds all when nothing is looked for, and nothing for nonsense', () => {
    expect(codesOf('')).toEqual(codes)
    expect(codesOf('qqq')).toEqual([])
  })
})
