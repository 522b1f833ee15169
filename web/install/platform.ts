declare global {
  interface Window {
    /** Set by boot.js: the browser offered to install the app, and waits for us to ask. */
    sbsInstall?: InstallPrompt
  }
}

type InstallPrompt = { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

/**
 * How the app can be put on the home screen of this phone. Undefined if it is there, or if the browser cannot do it.
 */
export type WayToInstall = 'prompt' | 'safari' | 'not-safari' | 'inside-app' | 'menu'

export function wayToInstall(): WayToInstall | undefined {
  if (isOnHomeScreen()) return undefined
  if (window.sbsInstall) return 'prompt'
  return wayIn(navigator)
}

/** Finds the way by the browser's name, for browsers that do not offer to install by themselves. */
export function wayIn(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): WayToInstall | undefined {
  const { userAgent } = browser
  if (isApple(browser)) {
    if (/CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(userAgent)) return 'not-safari'
    return /Safari\//.test(userAgent) && !INSIDE_APP.test(userAgent) ? 'safari' : 'inside-app'
  }
  if (!/Android/.test(userAgent)) return undefined
  if (/; wv\)/.test(userAgent) || INSIDE_APP.test(userAgent)) return 'inside-app'
  // Chrome is missing in this list: it offers to install by itself, unless the app is installed.
  return /Firefox|SamsungBrowser/.test(userAgent) ? 'menu' : undefined
}

const INSIDE_APP = /FBAN|FBAV|FB_IAB|Instagram|Line\/|Twitter|Snapchat|TikTok|BytedanceWebview|GSA\//

/** On an iPhone, only apps on the home screen have notifications, and only they keep what they have stored. */
export function needsHomeScreen(): boolean {
  return isApple(navigator) && !isOnHomeScreen()
}

/** An iPad says that it is a Mac, but it has a touch screen. */
export function isApple({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

function isOnHomeScreen(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}
