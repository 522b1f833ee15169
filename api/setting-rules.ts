import { BlockList, isIP, isIPv6 } from 'node:net'
import { isSupportedCountry } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { FirebaseApp } from '../contract/settings.ts'

/** Each rule reads one setting. An empty setting counts as missing. Error messages continue after "NAME: must be". */
const given = v.optional(v.pipe(v.string(), v.trim()), '')

export type Flags = { isSecret?: true; mayHoldHash?: true }

/** The value is neither printed nor logged: it may contain a password. */
export function secret<Rule extends v.GenericSchema>(rule: Rule) {
  return v.pipe(rule, v.metadata({ isSecret: true } satisfies Flags))
}

/** The value may have a space and a #. In other values they begin a comment, which is a mistake. */
export function withHash<Rule extends v.GenericSchema>(rule: Rule) {
  return v.pipe(rule, v.metadata({ mayHoldHash: true } satisfies Flags))
}

/** A text that passes a test. `wanted` says what it must be, with an example. */
export function text(wanted: string, test: (text: string) => boolean, fallback = '') {
  return v.pipe(
    given,
    v.check(value => value === '' || test(value), wanted),
    v.transform(value => value || fallback),
  )
}

export function oneOf<const Name extends string>(names: readonly [Name, ...Name[]], fallback: Name = names[0]) {
  const wanted = `one of ${names.filter(name => name !== '').join(', ')}`
  return v.pipe(
    text(wanted, value => (names as readonly string[]).includes(value), fallback),
    v.transform(value => value as Name),
  )
}

export function wholeNumber({ from, to, fallback }: { from: number; to: number; fallback: number }) {
  const isWithin = (value: string) => /^\d+$/.test(value) && Number(value) >= from && Number(value) <= to
  const wanted = `a whole number from ${from} to ${to}, like ${fallback}`
  return v.pipe(text(wanted, isWithin, String(fallback)), v.transform(Number))
}

const YES = ['1', 'true', 'on', 'yes']
const NO = ['0', 'false', 'off', 'no']

export function yesOrNo<Fallback>(fallback: Fallback) {
  const wanted = 'one of true, 1, on, yes, or false, 0, off, no'
  return v.pipe(
    text(wanted, value => [...YES, ...NO].includes(value.toLowerCase())),
    v.transform(value => (value === '' ? fallback : YES.includes(value.toLowerCase()))),
  )
}

/** A list with commas. The message names the first part that is wrong. */
export function commaList(wanted: string, test: (part: string) => boolean) {
  return v.pipe(
    given,
    v.transform(value => value.split(',').flatMap(part => part.trim() || [])),
    v.check(
      parts => parts.every(test),
      ({ input }) => `${wanted}; \`${input.find(part => !test(part))}\` is not`,
    ),
  )
}

/** A list of some of these names. */
export function listOfNames<const Name extends string>(names: readonly Name[], example: string) {
  return v.pipe(
    commaList(`names with commas between, like ${example}`, part => (names as readonly string[]).includes(part)),
    v.transform(parts => parts as Name[]),
  )
}

/** Country codes; small letters are accepted, too. */
export function countries() {
  return v.pipe(
    commaList('countries in two letters with commas between, like AE,IN', isCountry),
    v.transform(codes => codes.map(code => code.toUpperCase())),
  )
}

export function country() {
  return v.pipe(
    text('a country in two letters, like AE', isCountry),
    v.transform(code => code.toUpperCase()),
  )
}

function isCountry(code: string): boolean {
  return isSupportedCountry(code.toUpperCase())
}

export function url(wanted: string, pattern: RegExp) {
  return text(wanted, value => pattern.test(value) && isUrl(value))
}

/** A bare % in a user or a password would fail later, in the middle of a call. */
function isUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { hostname, username, password } = new URL(value)
  return hostname !== '' && [username, password].every(isEscaped)
}

function isEscaped(part: string): boolean {
  return !/%(?![\da-f]{2})/i.test(part)
}

/** The JSON object that Firebase's console shows for a web app. */
export function firebaseAppRule() {
  return v.pipe(
    text('a JSON object with apiKey, authDomain, projectId and appId', value => parsedApp(value) !== undefined),
    v.transform(parsedApp),
  )
}

function parsedApp(value: string): FirebaseApp | undefined {
  const result = v.safeParse(FirebaseApp, fromJson(value))
  return result.success ? result.output : undefined
}

/** A port belongs in PORT: here it would be taken for a part of the name. */
export function isHost(value: string): boolean {
  return isIPv6(value) || /^[\w.-]+$/.test(value)
}

export function isProxy(part: string): boolean {
  if (part === 'loopback') return true
  const [ip = '', bits, ...rest] = part.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  const mostBits = version === 4 ? 32 : 128
  return /^\d+$/.test(bits) && Number(bits) <= mostBits && canBlock(ip, Number(bits), version)
}

function canBlock(ip: string, bits: number, version: number): boolean {
  try {
    new BlockList().addSubnet(ip, bits, version === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

export function isHeaders(value: string): boolean {
  const headers = fromJson(value)
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  if (!Object.values(headers).every(one => typeof one === 'string')) return false
  try {
    const names = [...new Headers(headers as Record<string, string>).keys()]
    return !names.some(name => HEADERS_OF_FETCH.includes(name))
  } catch {
    return false
  }
}

/** `fetch` sets these itself, or refuses them at each call. */
const HEADERS_OF_FETCH = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]

/** One e-mail address, bare or behind a name. */
export function isSender(value: string): boolean {
  return /^(?:[^<>,\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(value)
}

/** A number, a short number, a name of up to eleven letters, or a messaging service. */
export function isTwilioSender(value: string): boolean {
  return /^(\+\d{7,15}|\d{3,8}|MG\w+|(?=.*[A-Za-z])[\w &-]{1,11})$/.test(value)
}

/** Undefined if the text is not JSON. */
export function fromJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
