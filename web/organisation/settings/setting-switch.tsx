import { useTranslations } from 'use-intl'
import { changeOrgSettings, type SettingsPage } from '../../../contract/organisation/settings.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { Problem } from '../frame/problem.tsx'
import { useSwitch } from '../use-switch.ts'
import { settingsQuery } from './settings-query.ts'

type Props = { page: SettingsPage; name: 'secondPublisher' | 'waitsAwake' }

/** A setting that is on or off. It is changed at once. */
export function SettingSwitch({ page: { values }, name }: Props) {
  const t = useTranslations('orgSettings.chosen')
  const act = useAct()
  const shown = useSwitch(values[name], async to => {
    const changes = [{ name, from: values[name], to }]
    await act.make(idempotencyKey => call(changeOrgSettings, { body: { changes } }, { idempotencyKey }))
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  })

  return (
    <>
      <Switch label={t(`${name}.label`)} hint={t(`${name}.hint`)} {...shown} />
      <Problem of={act} />
    </>
  )
}
