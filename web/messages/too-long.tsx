import { useTranslations } from 'use-intl'
import { MESSAGE_LIMIT } from '../../contract/messages.ts'
import { Icon } from '../ui/icon.tsx'

/** A text that is longer than a message may be stays whole; this says by how much. */
export function TooLong({ count }: { count: number }) {
  const t = useTranslations('messages')
  return (
    <p className="hint" role="status">
      <Icon name="warning" />
      {t('tooLong', { count, limit: MESSAGE_LIMIT })}
    </p>
  )
}
