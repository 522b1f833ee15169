import parsePhoneNumber, { type CountryCode, validatePhoneNumberLength } from 'libphonenumber-js/max'
import { NAME_LIMIT } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Cells, HeldRow, RowReason } from '../../../contract/organisation/invitation-lists.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { plainPhoneText } from '../../../contract/text/phone-text.ts'
import { searchable } from '../../../contract/text/search-text.ts'
import { cleanName } from '../../account/display-name.ts'
import type { Config } from '../../config.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Db } from '../../database/tables.ts'
import { countriesNow } from '../../settings/organisation-settings.ts'
import { isMentorInReach } from '../../team/reach.ts'
import type { Guesses } from './read-pasted-list.ts'

export type NamedMentor = { id: number; name: string }
export type Rules = {
  /** The country of numbers that have no country code. */
  country: string | undefined
  /** Countries that may get texts; empty: all. */
  countries: readonly string[]
  /** The mentors in reach. */
  mentors: readonly NamedMentor[]
  /**
   * The mentor of rows that name none. Null: the mentor with the fewest learners; with a limited reach, such a row is a
   * mistake.
   */
  mentorId: number | null
  reach: Reach
  /** The mentor that was chosen for this row, whatever name is written in it. */
  chosenId?: number | undefined
}
export type ReadyRow = { phoneNumber: string; name: string | null; mentorId: number | null }
type Mistake = Pick<HeldRow, 'reason' | 'guess'>
export type CheckedRow = ReadyRow | Mistake

/** Tells what the cells of a pasted list are, because its columns have no names. */
export function guessesBy(rules: Rules): Guesses {
  return {
    isPhone: text => typeof phoneIn(text, rules) === 'string',
    isMentor: text => nearest(text, rules.mentors) !== undefined,
  }
}

/**
 * A number without a country code belongs to the country of the person who sends the list, otherwise to the default
 * country.
 */
export async function rulesFor(
  db: Db,
  config: Pick<Config, 'phoneCountries' | 'defaultCountry'>,
  { phoneNumber, mentorId, reach }: { phoneNumber: string | null; mentorId: number | null; reach: Reach },
): Promise<Rules> {
  const { defaultCountry, countries } = await countriesNow(db, config)
  const own = phoneNumber === null ? undefined : parsePhoneNumber(phoneNumber)?.country
  const country = own ?? (defaultCountry || countries[0])
  const active = await db.selectFrom('responders').select(['id', 'name']).where('is_active', '=', 1).execute()
  const mentors = active.filter(({ id }) => isMentorInReach(reach, id))
  const [only, ...others] = reach === 'everybody' ? [] : reach
  const usual = mentorId ?? (others.length === 0 ? (only ?? null) : null)
  return { country, countries, mentors, mentorId: usual, reach }
}

/** Reads a row, or returns its first mistake. */
export function checkRow({ phone, name, mentor }: Cells, rules: Rules): CheckedRow {
  const number = phoneIn(phone, rules)
  if (typeof number === 'object') return number
  const cleaned = cleanName(name)
  if ([...cleaned].length > NAME_LIMIT) return { reason: 'name-long', guess: null }
  const row = { phoneNumber: number, name: cleaned || null }
  if (rules.chosenId !== undefined) return { ...row, mentorId: rules.chosenId }
  if (mentor === '' && rules.mentorId === null && rules.reach !== 'everybody') return mistake('mentor-missing')
  if (mentor === '') return { ...row, mentorId: rules.mentorId }
  const wanted = searchable(mentor)
  const [named, ...others] = rules.mentors.filter(one => nameOf(one) === wanted)
  if (others.length > 0) return mistake('mentor-several')
  if (named) return { ...row, mentorId: named.id }
  const likely = nearest(mentor, rules.mentors)
  return { reason: 'mentor-unknown', guess: likely ? { cell: 'mentor', text: likely.name } : null }
}

/** A longer cell is no phone number, and reading all of it would take long. */
const MAX_PHONE_TEXT = 200
/** Links and exports name the kind of a number: `tel:`, `p:`. */
const KIND = /^\p{L}{1,20}:\s*/u
const SEVERAL = /[/،,;|]|:::|\bor\b|أو|\s\p{Pd}\s/u

function phoneIn(cell: string, rules: Rules): string | Mistake {
  const text = plainPhoneText(cell.slice(0, MAX_PHONE_TEXT))
    .trim()
    .replace(KIND, '')
    .replace(/[\s,،;]+$|(?<=^\d+)\.0$/g, '')
  if (text === '') return mistake('phone-missing')
  // A spreadsheet has rounded the number: its last digits are lost.
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) return mistake('phone-rounded')
  const parts = text.split(SEVERAL)
  const hasWords = /\p{L}/u.test(text)
  // 079/1234567 is one number.
  const read = hasWords || /[،,;|:]/.test(text) ? mistake('phone-wrong') : numberIn(text, rules)
  if (typeof read === 'string' || (parts.length === 1 && !hasWords)) return read
  const likely = parts
    .map(part => part.replace(/[\p{L}:()]+/gu, ' ').trim())
    .find(part => typeof numberIn(part, rules) === 'string')
  return { reason: 'phone-wrong', guess: likely === undefined ? null : { cell: 'phone', text: likely } }
}

function numberIn(text: string, { country, countries }: Rules): string | Mistake {
  const written = text.replace(/^\(?00/, '+')
  if (!written.startsWith('+') && !country) {
    return parsePhoneNumber(`+${written}`)?.isValid()
      ? allowed(`+${written.replace(/\D/g, '')}`, countries)
      : mistake('phone-without-country')
  }
  const home = country as CountryCode | undefined
  const local = parsePhoneNumber(written, home)
  if (local?.isValid()) return allowed(local.number, countries)
  // A spreadsheet drops the plus.
  const whole = parsePhoneNumber(`+${written.replace(/\D/g, '')}`)
  if (whole?.isValid()) return allowed(whole.number, countries)
  const length = validatePhoneNumberLength(written, home)
  if (length === 'TOO_SHORT') return mistake('phone-short')
  if (length === 'TOO_LONG') return mistake('phone-long')
  return mistake('phone-wrong')
}

/** Checks by the same rules as for a sign-in code, because both cost a text. */
function allowed(number: string, countries: readonly string[]): string | Mistake {
  try {
    return parsePhone(number, countries).number
  } catch (error) {
    const isNotAllowed = error instanceof ApiError && error.code === 'auth/operation-not-allowed'
    return mistake(isNotAllowed ? 'phone-not-allowed' : 'phone-wrong')
  }
}

function mistake(reason: RowReason): Mistake {
  return { reason, guess: null }
}

/** The names as they are compared. They are kept, because each row of a list is compared with all mentors. */
const names = new WeakMap<NamedMentor, string>()

function nameOf(mentor: NamedMentor): string {
  const name = names.get(mentor) ?? searchable(mentor.name)
  names.set(mentor, name)
  return name
}

/** The mentor with the most similar name, if less than half of its letters differ. */
function nearest(written: string, mentors: readonly NamedMentor[]): NamedMentor | undefined {
  const wanted = searchable(written)
  const [best] = mentors
    // A name that is so much longer or shorter cannot be similar, and comparing its letters takes long.
    .filter(mentor => Math.abs(nameOf(mentor).length - wanted.length) < wanted.length / 2)
    .map(mentor => ({ mentor, distance: distanceOf(wanted, nameOf(mentor)) }))
    .toSorted((one, other) => one.distance - other.distance)
  return best && best.distance < wanted.length / 2 ? best.mentor : undefined
}

/** How many letters have to be changed, added or removed. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at++) {
      const isSame = letter === other[at]
      const least = Math.min((row[at] ?? 0) + (isSame ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1)
      next.push(least)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
