import type { Ref } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cancelErasure } from '../../contract/account.ts'
import { call } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { BusyButton } from './busy-button.tsx'
import { useAttempt } from './use-attempt.ts'
import { useChangeUser } from './use-change-user.ts'

type Props = { note: Ref<HTMLDivElement>; eraseAt: number; onKept(): void }

/** Says until when the account exists, and offers to keep it. */
export function EraseNote({ note, eraseAt, onKept }: Props) {
  const t = useTranslations('account')
  const format = useFormatter()
  const changeUser = useChangeUser()
  const { isBusy, errors, attempt } = useAttempt(t('keepError'))
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
        {errors && <Alert title={errors} />}
        <BusyButton
          className="btn"
          label={t('keep')}
          busyLabel={t('oneMoment')}
          isBusy={isBusy}
          onPress={() => void attempt(keep)}
        />
      </div>
    </div>
  )
}
