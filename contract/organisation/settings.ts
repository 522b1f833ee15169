import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { FOR_OWNERS } from '../team-roles.ts'
import { inEachLanguage } from '../text/in-each-language.ts'

const Time = v.number()
const Text = v.pipe(v.string(), v.maxLength(1000))
const InLanguages = v.object(inEachLanguage(() => Text))
const Code = v.pipe(v.string(), v.maxLength(2))

const values = {
  name: InLanguages,
  /** Like #006f80; empty: the app's own. */
  colour: v.pipe(v.string(), v.maxLength(20)),
  /** Two-letter codes of countries whose phones may sign in; empty allows all. */
  countries: v.pipe(v.array(Code), v.maxLength(250)),
  defaultCountry: Code,
  invitation: InLanguages,
  reminder: InLanguages,
  /** An answer is due within these days. */
  aimDays: v.number(),
  /** After this many days without a page or a message, a learner is silent. */
  silentDays: v.number(),
  timeZone: v.pipe(v.string(), v.maxLength(100)),
  /** Reports can measure waits without these days of the week; 0 is Sunday. One day at least is left. */
  restDays: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))), v.maxLength(6)),
  /** With it the weeks of reports begin; 0 is Sunday. */
  firstWeekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  /** Hours of the day between which the night is, which reports can leave out as well. */
  wakesAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  sleepsAt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24)),
  /** Home measures waits without nights and days of rest, and the report does unless its reader chooses otherwise. */
  waitsAwake: v.boolean(),
  /** Publishing a course needs two people: one asks, and another one publishes. */
  secondPublisher: v.boolean(),
}

/** The settings of owners. The texts contain `{name}` and `{link}`. */
export const OrgSettings = v.object(values)
export type OrgSettings = v.InferOutput<typeof OrgSettings>
export type SettingName = keyof OrgSettings

function change<Name extends SettingName>(name: Name) {
  return v.object({ name: v.literal(name), from: values[name], to: values[name] })
}

/** `from` is the value that the person saw, so that a change of somebody else is not overwritten unseen. */
export const SettingChange = v.variant('name', [
  change('name'),
  change('colour'),
  change('countries'),
  change('defaultCountry'),
  change('invitation'),
  change('reminder'),
  change('aimDays'),
  change('silentDays'),
  change('timeZone'),
  change('restDays'),
  change('firstWeekday'),
  change('wakesAt'),
  change('sleepsAt'),
  change('waitsAwake'),
  change('secondPublisher'),
])
export type SettingChange = v.InferOutput<typeof SettingChange>

export const SendingKind = v.picklist(['sms', 'mail', 'whatsapp'])
export type SendingKind = v.InferOutput<typeof SendingKind>

const Sending = v.object({
  kind: SendingKind,
  /** False: messages go to a file, as in a demo. */
  isReal: v.boolean(),
  lastSentAt: v.nullable(Time),
  lastFailedAt: v.nullable(Time),
  /** The gateway's message about the last failure. */
  problem: v.nullable(v.string()),
  sentToday: v.number(),
  failedToday: v.number(),
})

const Room = v.object({
  totalBytes: v.number(),
  freeBytes: v.number(),
  /** Null: they are in a bucket. */
  mediaBytes: v.nullable(v.number()),
  recordingBytes: v.nullable(v.number()),
  restBytes: v.number(),
  /** Written in the last thirty days. */
  monthBytes: v.nullable(v.number()),
  /** With less room than this, films and then recordings are refused. */
  uploadsStopBytes: v.number(),
  recordingsStopBytes: v.number(),
})

const About = v.object({
  version: v.string(),
  hasFfmpeg: v.boolean(),
  /** When the certificate of the public address ends; null without https, or if it could not be asked for. */
  certificateEndsAt: v.nullable(Time),
  startedAt: Time,
  migration: v.string(),
  /** What is new in this version, from the changelog. */
  news: v.array(v.string()),
})

const Backup = v.object({
  isNightly: v.boolean(),
  /** A backup that is being made. */
  running: v.nullable(v.object({ step: v.picklist(['rows', 'files', 'proving']), done: v.number(), of: v.number() })),
  /** The newest one in the folder. */
  last: v.nullable(v.object({ madeAt: Time, people: v.number(), answers: v.number(), recordings: v.number() })),
  /** A later try that made none, and why. */
  failed: v.nullable(v.object({ at: Time, problem: v.string() })),
  /** When the last good backup was opened for trial. */
  provenAt: v.nullable(Time),
  problem: v.nullable(v.string()),
  /** The commands that restore it, on this machine. */
  restore: v.array(v.string()),
})

export const SettingsPage = v.object({
  values: OrgSettings,
  /** The last change of each setting. */
  changes: v.array(v.object({ name: v.string(), at: Time, by: v.nullable(v.string()) })),
  /** The countries that the operator allows; empty: all. */
  allowedCountries: v.array(v.string()),
  /** A link as long as those in invitations. */
  sampleLink: v.string(),
  /** The link in a reminder, and what stands around it, with `{reminder}` in its place. */
  sampleReminder: v.object({ link: v.string(), around: InLanguages }),
  /** The name that texts have where the organisation has none. */
  appName: InLanguages,
  /** Settings that only the operator can change. Their values are never sent. */
  machine: v.array(v.object({ name: v.string(), isSet: v.boolean() })),
  sending: v.array(Sending),
  /** Null: Firebase closes the app, not this server. */
  maintenance: v.nullable(v.object({ isOn: v.boolean(), learning: v.number() })),
  backup: Backup,
  room: Room,
  about: About,
})
export type SettingsPage = v.InferOutput<typeof SettingsPage>

const reply = v.object({ success: v.literal(true), data: SettingsPage })

export const getOrgSettings = endpoint({
  method: 'GET',
  path: '/org/v1/settings',
  signedIn: true,
  roles: FOR_OWNERS,
  reply,
})

/** Makes all changes or none. Fails with `settings/changed` if a stored value is no longer the `from` of its change. */
export const changeOrgSettings = endpoint({
  method: 'PATCH',
  path: '/org/v1/settings',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  body: v.object({ changes: v.pipe(v.array(SettingChange), v.minLength(1), v.maxLength(20)) }),
  reply: v.object({ success: v.literal(true), data: v.object({ values: OrgSettings }) }),
})

/** Sends one real message to the signed-in person. */
export const trySending = endpoint({
  method: 'POST',
  path: '/org/v1/settings/try',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  body: v.object({ kind: SendingKind, language: Language }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      to: v.string(),
      /**
       * `unanswered`: the gateway did not answer, and may have taken it. `written`: to the file of a demo. `repeated`:
       * this press was made before.
       */
      outcome: v.picklist(['accepted', 'refused', 'unanswered', 'written', 'repeated']),
      /** The gateway's own words, or why there are none. */
      problem: v.nullable(v.string()),
    }),
  }),
})

/** Closes the app for learners, or opens it. */
export const switchMaintenanceMode = endpoint({
  method: 'POST',
  path: '/org/v1/settings/maintenance',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_OWNERS,
  body: v.object({ isOn: v.boolean() }),
  reply: v.object({ success: v.literal(true) }),
})
