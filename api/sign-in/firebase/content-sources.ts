import type { Config } from '../../config.ts'
import type { ContentSources } from '../../http/web-files/content-security-policy.ts'

/** The other hosts that a page needs to sign in by Firebase: Google's services, and the scripts of its bot check. */
export function contentSourcesOf({ firebaseApp, firebaseAuthEmulatorHost }: Config): ContentSources {
  const measurementId = firebaseApp?.measurementId
  return {
    connect: [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://firebaseinstallations.googleapis.com',
      'https://firebaseremoteconfig.googleapis.com',
      // The bot check uses these two hosts.
      'https://www.google.com/recaptcha/',
      'https://recaptchaenterprise.googleapis.com',
      ...(measurementId ? ['https://firebase.googleapis.com', ...ANALYTICS] : []),
      ...(firebaseAuthEmulatorHost ? [`http://${firebaseAuthEmulatorHost}`] : []),
    ],
    script: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      ...(measurementId ? ['https://www.googletagmanager.com'] : []),
    ],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    img: ['https://www.gstatic.com/recaptcha/', ...(measurementId ? ANALYTICS : [])],
    writesMarkup: true,
  }
}

const ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com']
