import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import type { Config } from '../../config.ts'

/** Settings of the machine, by their names in the environment. Their values never leave the server. */
export function machineSettings(config: Config): SettingsPage['machine'] {
  const { smsSender, mailSender, storage, databaseUrl } = config
  const usualUrl = `http://${config.host}:${config.port}`
  return [
    { name: 'PUBLIC_URL', isSet: config.publicUrl !== usualUrl },
    { name: 'SECRET_KEY', isSet: config.secretKey !== '' },
    { name: 'SMS_SENDER', isSet: smsSender !== 'outbox' },
    ...(smsSender === 'webhook' ? [is('SMS_WEBHOOK_URL', config.smsWebhookUrl)] : []),
    ...(smsSender === 'twilio' ? [is('TWILIO_AUTH_TOKEN', config.twilioAuthToken)] : []),
    { name: 'MAIL_SENDER', isSet: mailSender !== 'outbox' },
    ...(mailSender === 'smtp' ? [is('SMTP_URL', config.smtpUrl), is('MAIL_FROM', config.mailFrom)] : []),
    is('WHATSAPP_TOKEN', config.whatsappToken),
    is('DATABASE_URL', databaseUrl),
    ...(storage === 's3' ? [is('S3_SECRET_ACCESS_KEY', config.s3SecretAccessKey)] : []),
    is('METRICS_TOKEN', config.metricsToken),
  ]
}

function is(name: string, value: string): { name: string; isSet: boolean } {
  return { name, isSet: value !== '' }
}
