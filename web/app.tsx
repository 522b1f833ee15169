import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { applyLanguage, initialLanguage } from './i18n/language.ts'
import { LanguageProvider } from './i18n/language-provider.tsx'
import { loadMessages } from './i18n/messages.ts'
import { createAppRouter, ScreenMissing } from './routes.tsx'
import { forgetOvertakenSlide } from './shell/slide.ts'

declare global {
  interface Window {
    /** Set by boot.js in a browser that lacks what the app needs. */
    sbsUnsupported?: true
    /** What a person typed into the prerendered sign-in before the app was ready. */
    sbsTyped?: { phone: string }
    /** Whether its button was pressed by then. */
    sbsPressed?: boolean
    /** Whether the button of the other language was. */
    sbsTurned?: boolean
  }
}

/** Draws the first screen in place of the prerendered one, and goes on from there. */
export async function start(): Promise<void> {
  let language = initialLanguage()
  addEventListener('unhandledrejection', forgetOvertakenSlide)
  const router = createAppRouter()
  // The prerendered page stays until all of the first screen is here: no blank in between.
  let [messages] = await Promise.all([loadMessages(language), router.load()])
  if (window.sbsTurned) {
    language = language === 'ar' ? 'en' : 'ar'
    messages = await loadMessages(language)
  }
  applyLanguage(language)
  const typed = document.querySelector<HTMLInputElement>('#phone')
  window.sbsTyped = { phone: typed?.value ?? '' }
  const root = createRoot(document.getElementById('root') as HTMLElement, {
    // What the network keeps back is said on the screen; everything else is a mistake of ours.
    onCaughtError: error => error instanceof ScreenMissing || console.error(error),
  })
  // In one go: a letter typed between reading the field and drawing its successor would be lost.
  flushSync(() =>
    root.render(
      <StrictMode>
        <LanguageProvider initial={{ language, messages }}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </StrictMode>,
    ),
  )
}
