import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { wantTexts } from './i18n/messages.ts'
import { currentSession } from './session.ts'
import { loadSettings } from './settings/settings.ts'
import { NotFound } from './shell/not-found.tsx'
import { parseQuery, type Query, stringifyQuery } from './shell/query-string.ts'
import { Root } from './shell/root.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'

type TitleKey =
  | 'page.login'
  | 'page.courses'
  | 'page.course'
  | 'page.profile'
  | 'page.messages'
  | 'page.register'
  | 'forgotPassword.subtitle'
  | 'resetPassword.title'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the screen in analytics. */
    name?: string
    title?: TitleKey
    /** The one button beside the menu. */
    button?: 'home'
    /** A signed-in screen that draws its own bar, around its progress. */
    drawsBar?: true
    /** It is as high as what it is looked at through, and what is in it scrolls by itself. */
    fills?: true
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>): Query => search as Query,
  search: { middlewares: [retainSearchParams(true)] },
})

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  beforeLoad: async ({ search }) => {
    if (currentSession()) throw redirect({ to: '/', search, replace: true })
    await wantTexts('doors').catch(screenMissing)
  },
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: screen(() => import('./shell/signed-in.tsx'), 'SignedIn'),
  beforeLoad: async ({ search }) => {
    if (!currentSession()) throw redirect({ to: '/login', search, replace: true })
    await wantTexts('inside').catch(screenMissing)
  },
})

/** In words of our own: at its own words for it the router would load the page anew, which without a network loses it. */
export class ScreenMissing extends Error {}

/** A screen in a piece of its own, by the name that it has there. */
function screen<Piece extends Record<string, unknown>, Name extends keyof Piece>(
  fetchIt: () => Promise<Piece>,
  name: Name,
) {
  return lazyRouteComponent(() => fetchIt().catch(screenMissing), name)
}

function screenMissing(cause: unknown): never {
  throw new ScreenMissing('This screen could not be fetched', { cause })
}

const login = screen(() => import('./identity/phone-login-screen.tsx'), 'PhoneLoginScreen')
const loginEmail = screen(() => import('./identity/email/email-login-screen.tsx'), 'EmailLoginScreen')
const forgotPassword = screen(() => import('./identity/email/forgot-password-screen.tsx'), 'ForgotPasswordScreen')
const register = screen(() => import('./identity/email/register-screen.tsx'), 'RegisterScreen')
const resetPassword = screen(() => import('./identity/email/reset-password-screen.tsx'), 'ResetPasswordScreen')
const home = screen(() => import('./shell/home-screen.tsx'), 'HomeScreen')
const courses = screen(() => import('./courses/courses-screen.tsx'), 'CoursesScreen')
const course = screen(() => import('./courses/course-screen.tsx'), 'CourseScreen')
const account = screen(async () => {
  // Merging asks what a door asks.
  const screen = import('./account/account-screen.tsx')
  await Promise.all([screen, wantTexts('doors'), wantTexts('account')])
  return screen
}, 'AccountScreen')
const messages = screen(async () => {
  const screen = import('./messages/messages-home.tsx')
  await Promise.all([screen, wantTexts('messages'), wantTexts('media'), wantTexts('recorder')])
  return screen
}, 'MessagesHome')
const lesson = screen(() => import('./lessons/lesson-screen.tsx'), 'LessonScreen')

/** Every address there is, in one place, however long the file gets. `pageId` is the number of a page; without one it is the first. */
const routes = root.addChildren([
  signedOut.addChildren([
    outside('/login', login, 'login', 'page.login'),
    outside('/login-email', loginEmail, 'login-email', 'page.login'),
    outside('/forgot-password', forgotPassword, 'forgotPassword', 'forgotPassword.subtitle'),
    outside('/register', register, 'register', 'page.register'),
  ]),
  // A link from a mail is for whoever opens it, signed in here or not.
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    component: resetPassword,
    beforeLoad: () => wantTexts('doors').catch(screenMissing),
    staticData: { name: 'resetPassword', title: 'resetPassword.title' },
  }),
  signedIn.addChildren([
    inside('/', home, 'home', 'page.courses'),
    inside('/lessons', courses, 'lessons', 'page.courses'),
    inside('/courses', courses, 'courses', 'page.courses'),
    withMessenger('/messages'),
    withMessenger('/messages/$learnerUid'),
    inside('/account', account, 'account', 'page.profile', { button: 'home' }),
    inside('/courses/$courseId', course, 'course', 'page.course', { button: 'home' }),
    inside('/courses/$courseId/lessons', course, 'courseLessons', 'page.course', { button: 'home' }),
    inside('/courses/$courseId/lessons/$lessonId', lesson, 'courseLesson', 'page.courses', { drawsBar: true }),
    inside('/courses/$courseId/lessons/$lessonId/$pageId', lesson, 'courseLessonPage', 'page.courses', {
      drawsBar: true,
    }),
  ]),
])

type Bar = { button?: 'home'; drawsBar?: true }

function outside<const Path extends string>(path: Path, component: typeof login, name: string, title: TitleKey) {
  return createRoute({ getParentRoute: () => signedOut, path, component, staticData: { name, title } })
}

function inside<const Path extends string>(
  path: Path,
  component: typeof course,
  name: string,
  title: TitleKey,
  bar: Bar = {},
) {
  return createRoute({ getParentRoute: () => signedIn, path, component, staticData: { name, title, ...bar } })
}

function withMessenger<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    component: messages,
    beforeLoad: async ({ search }) => {
      const { messengerEnabled } = await loadSettings()
      if (!messengerEnabled) throw redirect({ to: '/', search, replace: true })
    },
    staticData: { name: 'messages', title: 'page.messages', fills: true },
  })
}

export function createAppRouter() {
  return createRouter({
    routeTree: routes,
    parseSearch: parseQuery,
    stringifySearch: stringifyQuery,
    defaultViewTransition: true,
    defaultErrorComponent: ScreenFailed,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}
