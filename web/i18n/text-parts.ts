import english from '../../contract/texts/en.json' with { type: 'json' }

/** A section is an object of texts. The texts of sign-in errors are a section, too. */
export type Section = Exclude<keyof typeof english, `FIREBASE_ERROR_${string}`> | 'FIREBASE_ERROR'

const everywhere = ['app', 'page', 'maintenance', 'offline', 'common', 'header'] as const

/** Parts that are more than one section, or that share a section. `outside` and `inside` are for all screens there. */
const namedParts = {
  outside: [...everywhere, 'login', 'email', 'register', 'forgotPassword', 'resetPassword', 'FIREBASE_ERROR'],
  inside: [...everywhere, 'courses', 'home', 'course', 'lesson'],
  account: ['account', 'merge'],
  messages: ['alone', 'outbox', 'messages', 'refusedAnswers', 'week', 'end'],
  inbox: ['inbox', 'approve'],
  install: ['install', 'appName'],
  who: ['who', 'pin'],
  ways: ['ways', 'letIn', 'invited'],
  files: ['share', 'file'],
  organisation: ['org', 'sides', 'team', 'auditLog'],
  sides: ['sides'],
  editor: ['orgCourses', 'editor', 'pictures', 'sounds', 'films', 'captions'],
  downloads: ['keep', 'keeping', 'phone', 'room', 'off'],
} as const satisfies Record<string, readonly Section[]>

/** The page has `firstPaint` before the app is loaded, and the server sends the texts of the others. */
const inNoPart = ['firstPaint', 'server', 'reportFile', 'courseCheck'] as const satisfies readonly Section[]

type NamedPart = keyof typeof namedParts
type InNamedPart = (typeof namedParts)[NamedPart][number]

/** Every other section is a part of its own. */
type SinglePart = Exclude<Section, InNamedPart | (typeof inNoPart)[number]>
export type TextPartName = NamedPart | SinglePart

/** The texts are loaded in parts. */
export const parts: Record<TextPartName, readonly Section[]> = { ...namedParts, ...singleParts() }

function singleParts(): Record<SinglePart, Section[]> {
  const elsewhere: readonly string[] = [...Object.values(namedParts).flat(), ...inNoPart]
  const single = Object.keys(english).filter(key => !elsewhere.includes(sectionOf(key)))
  return Object.fromEntries(single.map(section => [section, [section]])) as Record<SinglePart, Section[]>
}

/** Parts that only mentors and the organisation read. The names of their files do not reach the phones of learners. */
export const ofTeam: TextPartName[] = [
  'inbox',
  'toTeam',
  'sides',
  'organisation',
  'people',
  'invite',
  'orgSettings',
  'editor',
  'courseFiles',
  'reports',
]

export function sectionOf(key: string): string {
  return key.startsWith('FIREBASE_ERROR_') ? 'FIREBASE_ERROR' : key
}
