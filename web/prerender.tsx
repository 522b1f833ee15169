import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Language, languageCodes, languages } from '../contract/languages.ts'
import type { addresses } from './addresses.ts'
import { LanguageProvider } from './i18n/language-provider.tsx'
import { loadTexts, type Texts } from './i18n/texts.ts'
import { LessonSkeleton } from './lessons/lesson-skeleton.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'
import { EmailLoginScreen } from './sign-in/email/email-login-screen.tsx'
import { ForgotPasswordScreen } from './sign-in/email/forgot-password-screen.tsx'
import { RegisterScreen } from './sign-in/email/register-screen.tsx'
import { ResetPasswordScreen } from './sign-in/email/reset-password-screen.tsx'
import { CodeSkeleton } from './sign-in/phone/code/code-skeleton.tsx'
import { PhoneLoginForm } from './sign-in/phone/phone-login-form.tsx'
import { Illustration } from './ui/illustration.tsx'

type Table = typeof addresses
/**
 * The names of the signed-out screens: `login` for `/login`. `/who` and `/draft` need no template: few phones open
 * them, and only the phone knows their content.
 */
type Outside<Path = keyof Table> = Path extends keyof Table & `/${infer Name}`
  ? Table[Path]['who'] extends 'signed-in'
    ? never
    : Name
  : never

/** Screens by the ids of their templates. The compiler reports a missing path. */
const screens: Record<Exclude<Outside, 'who' | 'draft'> | 'login-code' | 'shell' | 'lesson', ReactElement> = {
  login: <PhoneLoginForm />,
  'login-code': <CodeSkeleton />,
  'login-email': <EmailLoginScreen />,
  register: <RegisterScreen />,
  'forgot-password': <ForgotPasswordScreen />,
  'reset-password': <ResetPasswordScreen />,
  shell: <ShellSkeleton />,
  lesson: <LessonSkeleton />,
}

/**
 * The drawing for a browser in which the app cannot start. It needs its own size, because the styles may not be
 * supported.
 */
export function pathPicture(): string {
  return renderToStaticMarkup(<Illustration tone="light" at={0} />).replace('<svg', '<svg width="270" height="132"')
}

/**
 * The templates in index.html that are shown before the app is ready: the signed-out screens and the shell, in every
 * language. boot.js chooses one.
 */
export async function firstPaint(): Promise<string> {
  const templates = await Promise.all(languageCodes.map(templatesIn))
  return templates.join('')
}

type PageTexts = Record<Language, Texts['firstPaint']>

/** Why the app cannot start, in every language, because nobody knows which one the reader speaks. */
export function note(kind: 'oldBrowser' | 'noScript', texts: PageTexts): string {
  return languageCodes
    .map((code, index) => {
      const Heading = index === 0 ? 'h1' : 'h2'
      const look = { lang: code, dir: languages[code].direction }
      const { title, text } = texts[code][kind]
      return renderToStaticMarkup(
        <>
          <Heading {...look}>{title}</Heading>
          <p {...look}>{text}</p>
        </>,
      )
    })
    .join('')
}

/** Shown by first-paint.js if the app loads slowly, or if files could not be loaded. */
export function lateNotes(texts: PageTexts): string {
  return languageCodes
    .map(code => {
      const { late, lost } = texts[code]
      const markup = renderToStaticMarkup(
        <p className="snack late" role="alert" data-lost={lost}>
          {late}
        </p>,
      )
      return `<template id="late-${code}">${markup}</template>`
    })
    .join('')
}

async function templatesIn(language: Language): Promise<string> {
  const texts = await loadTexts(language, ['outside', 'inside'])
  const markup = (screen: ReactElement) =>
    renderToStaticMarkup(<LanguageProvider initial={{ language, texts }}>{screen}</LanguageProvider>)
  const templates = Object.entries(screens).map(
    ([name, screen]) => `<template id="${name}-${language}">${markup(screen)}</template>`,
  )
  return templates.join('')
}
