import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { errorCodes } from '../../contract/calls/error-codes.ts'
import { type Language, languageCodes, languages } from '../../contract/languages.ts'
import { type TextTree, withFallback } from '../../contract/text/with-fallback.ts'
import { toDigitsOf, toWesternDigits } from './digits.ts'

const arabic = read('ar')
const english = read('en')

function read(language: Language): TextTree {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../contract/texts/${language}.json`), 'utf8'))
}

function texts(set: TextTree, path = ''): [key: string, text: string][] {
  return Object.entries(set).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : texts(value, `${path}${key}.`),
  )
}

/** Only Arabic has a text for a blocked sign-in; English shows the text of the provider. */
const ARABIC_ONLY = ['FIREBASE_ERROR_login-blocked']

/**
 * Error codes without a text of their own. An ended session has the same text as an expired token, and the sign-in
 * screen has a text for an erased account. No screen of ours causes the other two.
 */
const SAID_OTHERWISE = [
  'auth/unauthorized',
  'auth/account-erased',
  'auth/merge-proof-required',
  'auth/unauthorized-continue-uri',
]
/** Only Firebase sends these. */
const OF_FIREBASE = ['network-request-failed', 'user-cancelled', 'user-disabled', 'internal-error']

/** Names of file types. Every language has the English names. */
const NAMES = ['org.saveFile.xlsx', 'org.saveFile.csv']

/** Texts of a language whose words are the same as in English, such as `Page` in French. */
const SAME_AS_ENGLISH: Partial<Record<Language, string[]>> = {}

const others = languageCodes.filter(code => code !== 'en').map(code => [code, read(code)] as const)

test.each(others)('%s has the same texts as English', (code, set) => {
  const keys = (set: TextTree) =>
    texts(set)
      .map(([key]) => key)
      .filter(key => !ARABIC_ONLY.includes(key))
  const [own, inEnglish] = [keys(set), keys(english)]
  const missing = inEnglish.filter(key => !own.includes(key))
  const advice = `${missing.length} texts are shown in English: translate them in contract/texts/${code}.json`
  expect(missing.slice(0, 50), `${advice}; these are the first`).toEqual([])
  expect(
    own.filter(key => !inEnglish.includes(key)),
    'English has no such texts',
  ).toEqual([])
})

test.each(others)('%s has the same values as English', (_, set) => {
  const values = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort()
  const inEnglish = new Map(texts(english))
  for (const [key, text] of texts(set)) {
    if (!ARABIC_ONLY.includes(key)) expect([key, values(text)]).toEqual([key, values(inEnglish.get(key) ?? '')])
  }
})

test.each(others)('no text of %s is still in English', (code, set) => {
  const inEnglish = new Map(texts(english))
  const same = texts(set).filter(([key, text]) => inEnglish.get(key) === text && hasWords(text) && !NAMES.includes(key))
  const advice = 'translate it, or add its key to SAME_AS_ENGLISH above'
  expect(same.map(([key]) => key).sort(), advice).toEqual((SAME_AS_ENGLISH[code] ?? []).toSorted())
  expect(['{name} ({room, number})', '{name} left', 'Excel'].map(hasWords)).toEqual([false, true, true])
})

/** Values alone, such as `{page, number} / {total, number}`, are the same in every language. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\w+(, \w+)?\}/g, ''))
}

test('every error code of the sign-in has its text', () => {
  const known = new Map(texts(arabic))
  const codes = Object.keys(errorCodes).filter(code => code.startsWith('auth/') && !SAID_OTHERWISE.includes(code))
  for (const code of [...codes, ...OF_FIREBASE])
    expect(known.has(`FIREBASE_ERROR_${code.replace('auth/', '')}`), code).toBe(true)
})

test.each(languageCodes)('every count in %s has all forms of that language', code => {
  const { pluralCategories } = new Intl.PluralRules(languages[code].locale).resolvedOptions()
  if (code === 'ar') expect(pluralCategories).toHaveLength(6)
  for (const [key, text] of texts(read(code))) {
    for (const [, name] of text.matchAll(/\{(\w+), plural,/g)) {
      for (const form of pluralCategories) {
        expect(text, `${key} lacks ${form} for ${name}`).toMatch(new RegExp(`${form} \\{`))
      }
    }
  }
})

test('every text is well-formed', () => {
  for (const [, text] of languageCodes.flatMap(code => texts(read(code)))) expect(() => compile(text)).not.toThrow()
})

test('Arabic has Arabic digits and the right plural form', () => {
  const t = createTranslator({ locale: 'ar-u-nu-arab', messages: arabic as never, namespace: 'course' as never })
  const pages = (count: number) => t('pages' as never, { count } as never)
  expect([1, 2, 3, 11, 100].map(pages)).toEqual(['صفحة واحدة', 'صفحتان', '٣ صفحات', '١١ صفحة', '١٠٠ صفحة'])
})

test('no sentence of the organisation begins with an Arabic zero, which reads as a dot', () => {
  const t = createTranslator({ locale: 'ar-u-nu-arab', messages: arabic as never }) as never as (
    key: string,
    values: object,
  ) => string
  expect(t('reports.mentors.of', { learners: 0, capacity: 50 })).toBe('لا أحد من ٥٠')
  expect(t('orgSettings.machine.counts', { set: 0, missing: 7 })).toBe('لا شيء مضبوط، ناقص ٧')
  expect(t('orgSettings.sending.today', { sent: 0, all: 3 })).toBe('لا شيء اليوم من ٣')
  expect(t('invite.list.sentOf', { sent: 0, all: 11 })).toBe('لم تُرسَل بعد أيّ رسالة من ١١')
  expect(t('invite.list.sentOf', { sent: 2, all: 11 })).toBe('أُرسلت ٢ من ١١')
})

test('a folder that an Arabic text names keeps its / behind it', () => {
  const texts: string[] = []
  JSON.stringify(arabic, (_, value) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  expect(texts.filter(text => /(?<![\u2066/.a-z])[a-z]+\/(?!\/|[a-z])/.test(text))).toEqual([])
})

test('a text that Arabic lacks is shown in English', () => {
  const set = withFallback({ page: { login: 'دخول' } }, { page: { login: 'Log in', courses: 'Courses' } })
  expect(set).toEqual({ page: { login: 'دخول', courses: 'Courses' } })
})

test('digits of all scripts are read, and shown in the script of the language', () => {
  expect(toWesternDigits('+٩٧١ ۵۰ 123')).toBe('+971 50 123')
  expect(toWesternDigits('０１２９')).toBe('0129')
  expect(toDigitsOf('ar', '+971')).toBe('+٩٧١')
  expect(toDigitsOf('en', '+971')).toBe('+971')
})

test('no text names a command: people of the organisation have no terminal', () => {
  expect([...texts(english), ...texts(arabic)].filter(([, text]) => text.includes('npm run'))).toEqual([])
})

test('every text that a screen names exists', () => {
  const known = new Set(texts(english).map(([key]) => key))
  const root = join(import.meta.dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => /(?<!test)\.tsx?$/.test(file))
  for (const file of sources) {
    const source = readFileSync(join(root, file), 'utf8')
    const namespaces = [...source.matchAll(/useTranslations\((?:'([\w.]+)')?\)/g)].map(([, name]) => name)
    for (const [, key] of source.matchAll(/\bt\('([\w.-]+)'/g)) {
      const candidates = namespaces.map(name => (name ? `${name}.${key}` : key))
      expect(
        candidates.some(candidate => known.has(candidate as string)),
        `${file}: ${key}`,
      ).toBe(true)
    }
  }
})
