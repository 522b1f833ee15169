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
  /** Like #006f80; empty for the app's own colour. */
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
  /** Days of the week that reports can leave out of waits; 0 is Sunday. At least one day is not a day of rest. */
  restDays: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))), v.maxLength(6)),
  /** The day with which the weeks of reports begin; 0 is Sunday. */
  firstWeekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  /** The night is from `sleepsAt` to `wakesAt` (hours). Reports can leave it out of waits, too. */
  wakesAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  sleepsAt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24)),
  /** Home leaves nights and days of rest out of waits. So does the report, unless its reader chooses otherwise. */
  waitsAwake: v.boolean(),
  /** Publishing a course needs two people: one asks, and the other publishes. */
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
  /** Null if media and recordings are in a bucket. */
  mediaBytes: v.nullable(v.number()),
  recordingBytes: v.nullable(v.number()),
  restBytes: v.number(),
  /** Written in the last thirty days. */
  monthBytes: v.nullable(v.number()),
  /** With less free space than this, the server refuses uploads of authors, and then recordings, too. */
  uploadsStopBytes: v.number(),
  recordingsStopBytes: v.number(),
})

const About = v.object({
  version: v.string(),
  hasFfmpeg: v.boolean(),
  /** When the certificate of the public URL ends; null without https, or if the certificate could not be read. */
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
  /** The newest backup in the folder. */
  last: v.nullable(v.object({ madeAt: Time, people: v.number(), answers: v.number(), recordings: v.number() })),
  /** A later try that made no backup, and why. */
  failed: v.nullable(v.object({ at: Time, problem: v.string() })),
  /** When the last good backup was opened, which proved that it can be restored. */
  provenAt: v.nullable(Time),
  problem: v.nullable(v.string()),
  /** The commands that restore the newest backup on this machine. */
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
  /** The link in a reminder, and the text around the reminder, which has `{reminder}` in its place. */
  sampleReminder: v.object({ link: v.string(), around: InLanguages }),
  /** The name that is in texts if the organisation has no name. */
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
       * `unanswered`: the gateway did not answer, and may have taken the message. `written`: the message is in the file
       * of a demo. `repeated`: the same request was made before.
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
