import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { mistakeIn, type SettingMistake } from '../../../../contract/organisation/setting-rules.ts'
import {
  changeOrgSettings,
  type OrgSettings,
  type SettingChange,
  type SettingName,
  type SettingsPage,
} from '../../../../contract/organisation/settings.ts'
import { call } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { Problem } from '../../frame/problem.tsx'
import { ownRolesQuery } from '../../own-roles-query.ts'
import { QuickerChange } from '../../quicker-change.tsx'
import { settingsQuery } from '../settings-query.ts'

export type SettingSheetProps = { page: SettingsPage; onClose(): void }

type Props = SettingSheetProps & {
  title: string
  lead?: string
  wanted: Partial<OrgSettings>
  /** The earlier change of another owner, in words. */
  inWords(values: OrgSettings): ReactNode
  /** The fields. The error belongs to the field that the person changed. */
  children(error: string | undefined): ReactNode
}

/**
 * A sheet in which settings are changed. If another owner has changed the setting meanwhile, that change is shown. The
 * typed value stays, and only another press saves it.
 */
export function SettingForm({ page, title, lead, wanted, inWords, onClose, children }: Props) {
  const t = useTranslations('orgSettings')
  const inOrg = useTranslations('org')
  const { language } = useLanguage()
  const act = useAct()
  const [seen, setSeen] = useState(page.values)
  const [isLate, setIsLate] = useState(false)
  const [mistake, setMistake] = useState<SettingMistake>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (mistake) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [mistake])

  async function save() {
    setMistake(undefined)
    const changes = changesFrom(seen, wanted)
    const found = changes.map(mistakeIn).find(code => code !== undefined)
    if (found) return setMistake(found)
    if (changes.length === 0) return onClose()
    const send = (idempotencyKey: string) => call(changeOrgSettings, { body: { changes } }, { idempotencyKey })
    const done = await act.make(send, ({ code }) => {
      if (code === 'settings/changed') setIsLate(true)
      else if (code.startsWith('settings/')) setMistake(code as SettingMistake)
    })
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    // The bar shows the name and the colour.
    await queryClient.invalidateQueries({ queryKey: ownRolesQuery.queryKey })
    if (done) return onClose()
    const now = queryClient.getQueryData<SettingsPage>(settingsQuery.queryKey)?.values ?? seen
    // A failed try may have been too late as well. A new value is a change of another owner, unless this try wanted it.
    if (changes.some(({ name, to }) => !isSame(now[name], seen[name]) && !isSame(now[name], to))) setIsLate(true)
    setSeen(now)
  }

  const [lastChange] = page.changes.filter(({ name }) => name in wanted).sort((one, other) => other.at - one.at)
  const by = lastChange?.by
  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {lead && <p>{lead}</p>}
        {isLate && (
          <QuickerChange title={by ? t('changedBy', { name: nameInText(by, language) }) : undefined}>
            {inWords(page.values)}
          </QuickerChange>
        )}
        {children(mistake && t(`mistakes.${mistake.replace('settings/', '') as 'aim'}`))}
        {!mistake && act.error?.code !== 'settings/changed' && <Problem of={act} />}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {isLate ? inOrg('saveStill') : t('save')}
        </button>
      </form>
    </Sheet>
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function changesFrom(seen: OrgSettings, wanted: Partial<OrgSettings>): SettingChange[] {
  const names = Object.keys(wanted) as SettingName[]
  return names
    .filter(name => !isSame(seen[name], wanted[name]))
    .map(name => ({ name, from: seen[name], to: wanted[name] }) as SettingChange)
}
