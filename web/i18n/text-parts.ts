import type english from '../../contract/texts/en.json'

/** A section is an object of texts. The texts of sign-in errors are a section, too. */
export type Section = Exclude<keyof typeof english, `FIREBASE_ERROR_${string}`> | 'FIREBASE_ERROR'

const everywhere: Section[] = ['app', 'page', 'maintenance', 'offline', 'common', 'header']

/** The texts are loaded in parts. `outside` and `inside` hold what all screens before and after the sign-in need. */
export const parts = {
  outside: [...everywhere, 'login', 'email', 'register', 'forgotPassword', 'resetPassword', 'FIREBASE_ERROR'],
  inside: [...everywhere, 'courses', 'home', 'course', 'lesson'],
  media: ['media'],
  account: ['account', 'merge'],
  recorder: ['recorder'],
  messages: ['alone', 'outbox', 'messages', 'refusedAnswers', 'week', 'end'],
  inbox: ['inbox', 'approve'],
  push: ['push'],
  install: ['install', 'appName'],
  who: ['who', 'pin'],
  toTeam: ['toTeam'],
  ways: ['ways', 'letIn', 'invited'],
  files: ['share', 'file'],
  organisation: ['org', 'sides', 'team', 'auditLog'],
  sides: ['sides'],
  people: ['people'],
  invite: ['invite'],
  orgSettings: ['orgSettings'],
  editor: ['orgCourses', 'editor', 'pictures', 'sounds', 'films', 'captions'],
  courseFiles: ['courseFiles'],
  reports: ['reports'],
  rests: ['rests'],
  downloads: ['keep', 'keeping', 'phone', 'room', 'off'],
} satisfies Record<string, Section[]>

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

/**
 * Sections in no part. The page has `firstPaint` before the app is loaded, and the server sends the texts of the
 * others.
 */
export const inNoPart: Section[] = ['firstPaint', 'server', 'reportFile', 'courseCheck']

export type TextPartName = keyof typeof parts

export function sectionOf(key: string): string {
  return key.startsWith('FIREBASE_ERROR_') ? 'FIREBASE_ERROR' : key
}
