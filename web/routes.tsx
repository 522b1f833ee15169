import type { ComponentType } from 'react'
import { type Part, wantTexts } from './i18n/messages.ts'
import type { Path } from './router/path.ts'
import { type Loaded, refresh, startRouter } from './router/router.ts'
import { currentSession, onSessionChange } from './session.ts'
import { loadSettings } from './settings/settings.ts'
import { DoorSkeleton } from './shell/auth-skeleton.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import { type Later, later } from './ui/later.ts'

type TitleKey =
  | 'page.login'
  | 'page.courses'
  | 'page.course'
  | 'page.profile'
  | 'page.messages'
  | 'page.register'
  | 'forgotPassword.subtitle'
  | 'resetPassword.title'

/** What the shell has to know about a screen. */
type Look = {
  /** Name of the screen in analytics. */
  name: string
  title: TitleKey
  /** The one button beside the menu. */
  button?: 'home'
  /** A signed-in screen that draws its own bar, around its progress. */
  drawsBar?: true
  /** It is as high as what it is looked at through, and what is in it scrolls by itself. */
  fills?: true
}

type AppRoute = Look & {
  redirect(): Promise<Path | undefined>
  load(): Promise<Loaded>
  Skeleton: ComponentType
  isFramed: boolean
}

declare module './router/path.ts' {
  interface Register {
    path: keyof typeof routes
    route: Look
  }
}

const frame = later(async () => (await import('./shell/signed-in.tsx')).SignedIn)

const home = later(async () => (await import('./shell/home-screen.tsx')).HomeScreen)
const courses = later(async () => (await import('./courses/courses-screen.tsx')).CoursesScreen)
const course = later(async () => (await import('./courses/course-screen.tsx')).CourseScreen)
const lesson = later(async () => (await import('./lessons/lesson-screen.tsx')).LessonScreen)
const account = later(async () => (await import('./account/account-screen.tsx')).AccountScreen)
const messages = later(async () => (await import('./shell/messages-home.tsx')).MessagesHome)
const login = later(async () => (await import('./sign-in/phone/phone-login-screen.tsx')).PhoneLoginScreen)
const loginEmail = later(async () => (await import('./sign-in/email/email-login-screen.tsx')).EmailLoginScreen)
const forgotPassword = later(
  async () => (await import('./sign-in/email/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
const register = later(async () => (await import('./sign-in/email/register-screen.tsx')).RegisterScreen)
const resetPassword = later(async () => (await import('./sign-in/email/reset-password-screen.tsx')).ResetPasswordScreen)

const courseLook = { title: 'page.course', button: 'home' } as const
const lessonLook = { title: 'page.courses', drawsBar: true } as const
const messagesLook = { name: 'messages', title: 'page.messages', fills: true } as const
const messageTexts: Part[] = ['messages', 'media', 'recorder']

/** Every address there is: its name in analytics, its title and bar, who may see it, its code and its texts. */
const routes = {
  '/login': signedOut(login, { name: 'login', title: 'page.login' }),
  '/login-email': signedOut(loginEmail, { name: 'login-email', title: 'page.login' }),
  '/forgot-password': signedOut(forgotPassword, { name: 'forgotPassword', title: 'forgotPassword.subtitle' }),
  '/register': signedOut(register, { name: 'register', title: 'page.register' }),
  '/reset-password': anybody(resetPassword, { name: 'resetPassword', title: 'resetPassword.title' }),
  '/': signedIn(home, { name: 'home', title: 'page.courses' }),
  '/lessons': signedIn(courses, { name: 'lessons', title: 'page.courses' }),
  '/courses': signedIn(courses, { name: 'courses', title: 'page.courses' }),
  '/messages': withMessenger(messages, messagesLook, messageTexts),
  '/messages/$learnerUid': withMessenger(messages, messagesLook, messageTexts),
  // Merging asks what a door asks.
  '/account': signedIn(account, { name: 'account', title: 'page.profile', button: 'home' }, ['doors', 'account']),
  '/courses/$courseId': signedIn(course, { ...courseLook, name: 'course' }),
  '/courses/$courseId/lessons': signedIn(course, { ...courseLook, name: 'courseLessons' }),
  '/courses/$courseId/lessons/$lessonId': signedIn(lesson, { ...lessonLook, name: 'courseLesson' }),
  // The number of a page; without one it is the first.
  '/courses/$courseId/lessons/$lessonId/$pageId': signedIn(lesson, { ...lessonLook, name: 'courseLessonPage' }),
}

/** Signing in or out, in this tab or another one, asks again who may be here. */
export async function startRoutes(): Promise<void> {
  onSessionChange(refresh)
  await startRouter(routes)
}

type Screen = Later<ComponentType>

function signedOut(screen: Screen, look: Look): AppRoute {
  return { ...anybody(screen, look), redirect: async () => (currentSession() ? '/' : undefined) }
}

/** A link from a mail is for the person who opens it, signed in here or not. */
function anybody(screen: Screen, look: Look): AppRoute {
  return {
    ...look,
    redirect: async () => undefined,
    load: () => loadDoor(screen),
    Skeleton: DoorSkeleton,
    isFramed: false,
  }
}

function signedIn(screen: Screen, look: Look, texts: Part[] = []): AppRoute {
  return {
    ...look,
    redirect: async () => (currentSession() ? undefined : '/login'),
    load: () => loadInside(screen, texts),
    Skeleton: ShellSkeleton,
    isFramed: true,
  }
}

function withMessenger(screen: Screen, look: Look, texts: Part[]): AppRoute {
  const route = signedIn(screen, look, texts)
  return { ...route, redirect: async () => (await route.redirect()) ?? (await homeWithoutMessenger()) }
}

async function homeWithoutMessenger(): Promise<Path | undefined> {
  const { messengerEnabled } = await loadSettings()
  return messengerEnabled ? undefined : '/'
}

async function loadDoor(screen: Screen): Promise<Loaded> {
  return { Screen: await withTexts(screen, ['doors']) }
}

async function loadInside(screen: Screen, texts: Part[]): Promise<Loaded> {
  const loading = withTexts(screen, ['inside', ...texts])
  const Frame = await frame.load().catch(() => undefined)
  return Frame ? { Screen: await loading, Frame } : { Screen: ScreenFailed }
}

async function withTexts(screen: Screen, texts: Part[]): Promise<ComponentType> {
  try {
    const [Screen] = await Promise.all([screen.load(), ...texts.map(wantTexts)])
    return Screen
  } catch {
    return ScreenFailed
  }
}
