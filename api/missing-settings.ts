import { bodyMistake } from './setting-rules.ts'

/** The settings that have to fit together. */
type Chosen = {
  isProduction: boolean
  databaseUrl: string
  secretKey: string
  identity: 'embedded' | 'firebase'
  firebase: { app: unknown; serviceAccountFile: string; emulatorHost: string }
  sms: { sender: string; webhook: { url: string; headers: string; body: string }; twilio: Record<string, string> }
  mail: { sender: string; from: string; smtpUrl: string }
  storage: string
  s3: { bucket: string; accessKeyId: string; secretAccessKey: string }
  pushServiceForTests: string
  mediaBase: string
  phoneCountries: readonly string[]
  defaultCountry: string
}

/** One sentence for each setting that is missing beside the others or does not fit to them: an operator sees all at once. */
export function missingSettings(chosen: Chosen, given: { PUBLIC_URL: string }): string[] {
  const { isProduction, databaseUrl, secretKey, identity, sms, mail, phoneCountries } = chosen
  const missing: string[] = []
  if (isProduction && databaseUrl && !secretKey)
    missing.push('SECRET_KEY: with DATABASE_URL every machine needs the same secret of at least 32 characters')
  if (isProduction && !given.PUBLIC_URL.startsWith('https://'))
    missing.push('PUBLIC_URL: in production links need the https:// address under which people find this installation')
  if (isProduction && identity === 'embedded') missing.push(...unsent(sms, mail))
  if (identity === 'firebase') missing.push(...missingOfFirebase(chosen))
  if (sms.sender === 'webhook' && !(sms.webhook.url && sms.webhook.body))
    missing.push('SMS_WEBHOOK_URL and SMS_WEBHOOK_BODY: SMS_SENDER=webhook needs both')
  const mistake = sms.webhook.body && bodyMistake(sms.webhook.body, sms.webhook.headers)
  if (mistake) missing.push(`SMS_WEBHOOK_BODY: must ${mistake}`)
  if (sms.sender === 'twilio' && Object.values(sms.twilio).some(value => value === ''))
    missing.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM: SMS_SENDER=twilio needs all three')
  if (mail.sender === 'smtp' && !(mail.smtpUrl && mail.from))
    missing.push('SMTP_URL and MAIL_FROM: MAIL_SENDER=smtp needs both')
  if (chosen.storage === 's3' && !isBucketKnown(chosen))
    missing.push('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: STORAGE=s3 needs all three')
  if (isProduction && chosen.pushServiceForTests)
    missing.push('PUSH_SERVICE_ON_LOOPBACK_FOR_TESTS: in production it must be empty')
  if (isProduction && chosen.mediaBase.startsWith('http:'))
    missing.push('MEDIA_BASE_URL: must be an https:// address in production, since browsers load nothing else there')
  if (chosen.defaultCountry && phoneCountries.length > 0 && !phoneCountries.includes(chosen.defaultCountry))
    missing.push(`DEFAULT_COUNTRY: must be one of PHONE_COUNTRIES (${phoneCountries}). It is: ${chosen.defaultCountry}`)
  return missing
}

export function isBucketKnown({ s3 }: Pick<Chosen, 's3'>): boolean {
  return s3.bucket !== '' && s3.accessKeyId !== '' && s3.secretAccessKey !== ''
}

function unsent(sms: Chosen['sms'], mail: Chosen['mail']): string[] {
  return [
    ...(sms.sender === 'outbox'
      ? ['SMS_SENDER: in production codes must be sent; set it to webhook or twilio (the outbox shows them to anybody)']
      : []),
    ...(mail.sender === 'outbox'
      ? ['MAIL_SENDER: in production mails must be sent; set it to smtp (the outbox keeps them in a file)']
      : []),
  ]
}

function missingOfFirebase({ isProduction, firebase }: Chosen): string[] {
  const missing: string[] = []
  if (!firebase.app) missing.push('FIREBASE_APP: IDENTITY=firebase needs the web app of your Firebase project')
  if (!firebase.serviceAccountFile && !firebase.emulatorHost)
    missing.push(
      'FIREBASE_SERVICE_ACCOUNT: IDENTITY=firebase needs the key file of a service account, to join and erase accounts',
    )
  if (isProduction && firebase.emulatorHost)
    missing.push('FIREBASE_AUTH_EMULATOR_HOST: an emulator lets anybody be anybody; in production it must be empty')
  return missing
}
