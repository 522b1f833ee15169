import type { ComponentType, ReactNode } from 'react'
import type english from '../contract/texts/en.json'
import type { TextPartName } from './i18n/text-parts.ts'

type TitleKey = `page.${keyof typeof english.page}` | 'forgotPassword.subtitle' | 'resetPassword.title' | 'app.title'

/** The data about a screen that the shell needs. */
export type ScreenInfo = {
  /** Name of the screen in analytics. */
  name: string
  title: TitleKey
  /** The button in the bar besides the menu. */
  button?: 'home'
  /** A signed-in screen that draws its own bar, around its progress. */
  drawsBar?: true
  /** The screen is as high as the window, and its content scrolls by itself. */
  fills?: true
}

/** The values in the path by name. The router derives its types from this table, so the table cannot use them. */
type Values = { [name: string]: string | undefined }

export type Address = ScreenInfo & {
  /** Who may open it. Others are redirected to the login, or to the first screen. */
  who: 'signed-out' | 'signed-in' | 'everybody'
  /** The component around the screen, if it is not the usual one for signed-in people. */
  frame?(): Promise<ComponentType<{ children: ReactNode }>>
  /** Few first visits begin here, so the HTML page does not list the files of this screen. */
  isRare?: true
  /** Imports exactly one module: the build reads its name from here (build/boot-script.ts). */
  screen(): Promise<ComponentType>
  /** Loads what the screen shows, if a visit begins with it. May fail. */
  firstData?(values: Values): Promise<void>
  /** Texts that the screen needs beside those of all screens outside or inside. */
  texts?: TextPartName[]
  needsMessenger?: true
}

const courses = async () => (await import('./courses/courses-screen.tsx')).CoursesScreen
const course = async () => (await import('./courses/course-screen.tsx')).CourseScreen
const lesson = async () => (await import('./lessons/lesson-screen.tsx')).LessonScreen
const firstPage = async (params: Values) => (await import('./lessons/lesson-screen.tsx')).loadFirstPage(params)

const messages = {
  who: 'signed-in',
  screen: async () => (await import('./shell/messages-home.tsx')).MessagesHome,
  name: 'messages',
  title: 'page.messages',
  fills: true,
  texts: ['messages', 'media', 'recorder'],
  needsMessenger: true,
} satisfies Address

const organisation = {
  who: 'signed-in',
  screen: async () => (await import('./organisation/side.ts')).currentScreen(),
  frame: async () => (await import('./organisation/side.ts')).currentFrame(),
  name: 'organisation',
  title: 'page.organisation',
  isRare: true,
  texts: ['inbox'],
} satisfies Address

/** Every path that a person can open. The router, the first paint and the preloading use this table. */
export const addresses = {
  '/login': {
    who: 'signed-out',
    screen: async () => (await import('./sign-in/phone/phone-login-screen.tsx')).PhoneLoginScreen,
    name: 'login',
    title: 'page.login',
  },
  '/login-email': {
    who: 'signed-out',
    screen: async () => (await import('./sign-in/email/email-login-screen.tsx')).EmailLoginScreen,
    name: 'login-email',
    title: 'page.login',
  },
  '/forgot-password': {
    who: 'signed-out',
    screen: async () => (await import('./sign-in/email/forgot-password-screen.tsx')).ForgotPasswordScreen,
    name: 'forgotPassword',
    title: 'forgotPassword.subtitle',
  },
  '/register': {
    who: 'signed-out',
    screen: async () => (await import('./sign-in/email/register-screen.tsx')).RegisterScreen,
    name: 'register',
    title: 'page.register',
  },
  '/who': {
    who: 'signed-out',
    screen: async () => (await import('./shell/back-to-people.tsx')).WhoScreen,
    name: 'who',
    title: 'app.title',
    isRare: true,
    texts: ['who'],
  },
  // Opens a draft on the phone of its author (organisation/courses/on-phone/).
  '/draft': {
    who: 'everybody',
    screen: async () => (await import('./organisation/courses/on-phone/shared-draft-screen.tsx')).SharedDraftScreen,
    name: 'draft',
    title: 'app.title',
    isRare: true,
    texts: ['inside', 'editor', 'media', 'recorder'],
  },
  // A link from a mail is for the person who opens it, signed in or not.
  '/reset-password': {
    who: 'everybody',
    screen: async () => (await import('./sign-in/email/reset-password-screen.tsx')).ResetPasswordScreen,
    name: 'resetPassword',
    title: 'resetPassword.title',
  },
  '/': {
    who: 'signed-in',
    screen: async () => (await import('./shell/home-screen.tsx')).HomeScreen,
    name: 'home',
    title: 'page.courses',
  },
  // The installed app has a shortcut to this path.
  '/continue': {
    who: 'signed-in',
    screen: async () => (await import('./shell/continue-screen.tsx')).ContinueScreen,
    name: 'continue',
    title: 'page.courses',
  },
  '/lessons': { who: 'signed-in', screen: courses, name: 'lessons', title: 'page.courses' },
  '/courses': { who: 'signed-in', screen: courses, name: 'courses', title: 'page.courses' },
  '/messages': messages,
  '/messages/$learnerUid': messages,
  '/account': {
    who: 'signed-in',
    screen: async () => (await import('./account/account-screen.tsx')).AccountScreen,
    name: 'account',
    title: 'page.profile',
    button: 'home',
    isRare: true,
    // A merge needs the texts of the sign-in.
    texts: ['outside', 'account', 'who', 'downloads', 'messages'],
  },
  '/phone': {
    who: 'signed-in',
    screen: async () => (await import('./account/this-phone/phone-screen.tsx')).PhoneScreen,
    name: 'phone',
    title: 'page.phone',
    button: 'home',
    isRare: true,
    texts: ['downloads'],
  },
  '/account/name-and-icon': {
    who: 'signed-in',
    screen: async () => (await import('./account/this-phone/app-name-screen.tsx')).AppNameScreen,
    name: 'appName',
    title: 'page.profile',
    button: 'home',
    isRare: true,
    texts: ['account', 'install'],
  },
  '/courses/$courseId': { who: 'signed-in', screen: course, name: 'course', title: 'page.course', button: 'home' },
  '/courses/$courseId/lessons': {
    who: 'signed-in',
    screen: course,
    name: 'courseLessons',
    title: 'page.course',
    button: 'home',
  },
  '/courses/$courseId/lessons/$lessonId': {
    who: 'signed-in',
    screen: lesson,
    firstData: firstPage,
    name: 'courseLesson',
    title: 'page.courses',
    drawsBar: true,
  },
  // `$pageId` is the number of a page. The path of the first page has no number.
  '/courses/$courseId/lessons/$lessonId/$pageId': {
    who: 'signed-in',
    screen: lesson,
    firstData: firstPage,
    name: 'courseLessonPage',
    title: 'page.courses',
    drawsBar: true,
  },
  // The screens of the organisation have a table of their own (organisation/places.ts).
  '/org': organisation,
  '/org/*': organisation,
  // Also the share target of the installed app (web/worker/shared-file.ts).
  '/lesson-file': {
    who: 'signed-in',
    screen: async () => (await import('./courses/lesson-file/lesson-file-screen.tsx')).LessonFileScreen,
    name: 'lessonFile',
    title: 'page.lessonFile',
    button: 'home',
    isRare: true,
    texts: ['files', 'downloads'],
  },
} satisfies Record<string, Address>
