import { useTranslations } from 'use-intl'
import { useQuery } from '../../queries/use-query.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { AsOf } from '../frame/as-of.tsx'
import { useRefetchAfter } from '../frame/use-refetch-after.ts'
import { AboutServerCard } from './about-card.tsx'
import { BackupCard } from './backup-card.tsx'
import { ChosenCard } from './chosen-card.tsx'
import { DiskCard } from './disk-card.tsx'
import { MachineCard } from './machine-card.tsx'
import { MaintenanceCard } from './maintenance-card.tsx'
import { SendingCard } from './sending-card.tsx'
import { SettingRow } from './setting-row.tsx'
import { settingsQuery } from './settings-query.ts'
import './settings.css'

const ASKED_EVERY_MS = 30_000
/** While a backup is being made, its progress is shown. */
const ASKED_OFTEN_MS = 2000

/** The settings of owners, and the state of the machine. */
export function SettingsScreen() {
  const t = useTranslations('orgSettings')
  const settings = useQuery(settingsQuery)
  const isWorking = settings.data?.backup.running != null
  useRefetchAfter(settings, isWorking ? ASKED_OFTEN_MS : ASKED_EVERY_MS)
  if (!settings.data && settings.error)
    return <LoadFailed error={settings.error} text={t('error')} onRetry={settings.refetch} />
  if (!settings.data) return <LoadingScreen />
  const { data } = settings
  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
      </header>
      <AsOf of={settings} />
      <div className="two even settings">
        <div className="stack loose">
          <SendingCard page={data} />
          <ChosenCard page={data} />
          <MaintenanceCard page={data} />
        </div>
        <div className="stack loose">
          <BackupCard page={data} />
          <DiskCard room={data.room} />
          <AboutServerCard about={data.about} />
          <MachineCard machine={data.machine} />
          <RulesCard />
        </div>
      </div>
    </main>
  )
}

const RULES = ['overview', 'courses', 'questions', 'versions', 'mentors', 'silent'] as const

/** The fixed rules by which reports choose their findings. docs/organisation.md has the same list. */
function RulesCard() {
  const t = useTranslations('orgSettings.rules')
  return (
    <section className="card">
      <h2>{t('title')}</h2>
      <p className="meta">{t('lead')}</p>
      {RULES.map(name => (
        <SettingRow key={name} title={t(`report.${name}`)} about={t(`of.${name}`)} />
      ))}
    </section>
  )
}
