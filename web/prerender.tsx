import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '../contract/courses.ts'
import { LanguageProvider } from './i18n/language-provider.tsx'
import { loadMessages } from './i18n/messages.ts'
import { PhoneLoginForm } from './identity/phone-login-form.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'

/** What index.html shows before the app is here: sign-in or the shell, in either language; boot.js tells which. */
export async function firstPaint(): Promise<string> {
  const templates = await Promise.all((['ar', 'en'] as const).map(templatesIn))
  return `${templates.join('')}<script>${SHOW}</script>`
}

// Also keeps in mind what was pressed before the app could hear it.
const SHOW = `(function(){var r=document.getElementById("root"),t=window.sbsFirstPaint&&document.getElementById(window.sbsFirstPaint);t&&r.appendChild(t.content.cloneNode(true));r.addEventListener("submit",function(){window.sbsPressed=true});r.addEventListener("click",function(e){if(!window.sbsTyped&&e.target.closest(".lang"))window.sbsTurned=!window.sbsTurned})})()`

async function templatesIn(language: Language): Promise<string> {
  const messages = await loadMessages(language)
  const markup = (screen: ReactElement) =>
    renderToStaticMarkup(<LanguageProvider initial={{ language, messages }}>{screen}</LanguageProvider>)
  const login = markup(<PhoneLoginForm />)
  const shell = markup(<ShellSkeleton />)
  return `<template id="login-${language}">${login}</template><template id="shell-${language}">${shell}</template>`
}
