import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { languageAfter } from '../contract/languages.ts'
import { type Sink, sendToServer, trackTo } from './analytics/track.ts'
import { applyLanguage, initialLanguage } from './i18n/language.ts'
import { LanguageProvider } from './i18n/language-provider.tsx'
import { loadTexts, wantTexts } from './i18n/texts.ts'
import { startRoutes } from './routes.tsx'
import { currentSession } from './session.ts'
import { loadSettings } from './settings/settings.ts'
import { Root } from './shell/root.tsx'
import { hideResetToken } from './sign-in/email/reset-link.ts'

declare global {
  interface Window {
    /** Set by boot.js in a browser that lacks what the app needs. */
    sbsUnsupported?: true
    /**
     * The text that a person typed into the prerendered fields before the app was ready, by their ids. Undefined
     * afterwards.
     */
    sbsTyped?: { [id: string]: string }
    /** Whether the main button was pressed before the app was ready. */
    sbsPressed?: boolean
    /** How often the language button was pressed. */
    sbsTurned?: number
    /** The id of any other button that was pressed before the app was ready. */
    sbsTapped?: string
    /** Set by boot.js: the requests that it sent, without those that have been taken over. */
    sbsEarly?: { method: string; path: string; response: Promise<Response> }[]
    /** Set by boot.js: the prerendered screen that is shown, and its language. */
    sbsFirstPaint?: string
    /** Set by first-paint.js: whether a link that was pressed before the app was ready led to this page. */
    sbsFollowed?: boolean
    /** Set by first-paint.js: to be called when files of the app could not be loaded. */
    sbsLost?: () => void
  }
}

/** Draws the first screen in place of the prerendered one, and takes over what was typed and pressed. */
export async function start(): Promise<void> {
  // Removes the token of a reset link from the URL before anything can read it.
  hideResetToken()
  let language = initialLanguage()
  trackTo(analyticsSink)
  watchContrast()
  // The prerendered page stays until the first screen is complete, so the page is never blank.
  await Promise.all([wantTexts(currentSession() ? 'inside' : 'outside'), startRoutes()])
  for (let turns = window.sbsTurned ?? 0; turns > 0; turns -= 1) language = languageAfter(language)
  const texts = await loadTexts(language)
  applyLanguage(language)
  const fields = document.querySelectorAll<HTMLInputElement>('#root input')
  window.sbsTyped = Object.fromEntries([...fields].map(({ id, value }) => [id, value]))
  const isTypedIn = document.activeElement?.id ?? ''
  const root = createRoot(document.getElementById('root') as HTMLElement)
  // Synchronous: a letter that is typed between reading the old field and drawing the new one would be lost.
  flushSync(() =>
    root.render(
      <StrictMode>
        <LanguageProvider initial={{ language, texts }}>
          <Root />
        </LanguageProvider>
      </StrictMode>,
    ),
  )
  document.getElementById(isTypedIn)?.focus()
  window.sbsTyped = {}
  if (window.sbsTapped) document.getElementById(window.sbsTapped)?.click()
}

/** Loads the styles for people whose system sets all colours or asks for more contrast, now or when they turn it on. */
function watchContrast(): void {
  const wanted = matchMedia('(forced-colors:active),(prefers-contrast:more)')
  const load = () => {
    // Files that cannot be loaded now are loaded at the next visit: the page works without them.
    if (wanted.matches) import('./ui/contrast.ts').catch(() => {})
  }
  wanted.addEventListener('change', load)
  load()
}

let sink: Promise<Sink> | undefined

/** Our own server, or Google Analytics if the Firebase project has it. */
function analyticsSink(): Promise<Sink> {
  sink ??= choose()
  return sink
}

async function choose(): Promise<Sink> {
  const { firebase } = await loadSettings()
  if (!firebase?.measurementId) return sendToServer
  const { googleAnalytics } = await import('./analytics/google-analytics.ts')
  return googleAnalytics(firebase)
}
