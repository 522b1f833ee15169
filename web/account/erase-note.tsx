import type { Ref } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cancelErasure } from '../../contract/account.ts'
import { call } from '../api.ts'
import { useAct } from '../queries/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { BusyButton } from './busy-button.tsx'
import { useErrorText } from './in-words.ts'
import { useChangeUser } from './use-change-user.ts'

type Props = { note: Ref<HTMLDivElement>; eraseAt: number; onKept(): void }

/** Says until when the account exists, and offers to keep it. */
export function EraseNote({ note, eraseAt, onKept }: Props) {
  const t = useTranslations('account')
  const format = useFormatter()
  const changeUser = useChangeUser()
  const act = useAct()
  const error = useErrorText(act.error, t('keepError'))
  const date = format.dateTime(eraseAt, { weekday: 'long', day: 'numeric', month: 'long' })

  async function keep() {
    await call(cancelErasure, {})
    changeUser({ eraseAt: null })
    onKept()
  }

  return (
    <div className="note warm erase-note" ref={note} tabIndex={-1}>
      <Icon name="clock" />
      <div className="grow stack">
        <p>{t('eraseAt', { date })}</p>
        {error && <Alert title={error} />}
        <BusyButton
          className="btn"
          label={t('keep')}
          busyLabel={t('oneMoment')}
          isBusy={act.isBusy}
          onPress={() => void act.make(keep)}
        />
      </div>
    </div>
  )
}
