import { useTranslations } from 'use-intl'
import { changeOrgSettings, type SettingsPage } from '../../../contract/organisation/settings.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { Problem } from '../frame/problem.tsx'
import { settingsQuery } from './settings-query.ts'

/** Whether somebody else publishes what an author wants to publish. */
export function SecondPublisher({ page: { values } }: { page: SettingsPage }) {
  const t = useTranslations('orgSettings.chosen.secondPublisher')
  const act = useAct()
  const { secondPublisher: isOn } = values

  async function change(to: boolean) {
    const changes = [{ name: 'secondPublisher', from: isOn, to } as const]
    await act.make(idempotencyKey => call(changeOrgSettings, { body: { changes } }, { idempotencyKey }))
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }

  return (
    <>
      <Switch label={t('label')} hint={t('hint')} isOn={isOn} onChange={wanted => void change(wanted)} />
      <Problem of={act} />
    </>
  )
}
