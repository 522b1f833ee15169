import { useTranslations } from 'use-intl'
import type { Unexpected } from '../../../../editor/draft/unexpected.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { CopyTexts, writtenIn } from '../copy-out.tsx'

type Props = { unexpected: readonly Unexpected[]; onSeen(): void }

/**
 * What the server did not take, and why: it is no longer in the draft, so its text can be copied here. And what one
 * author deleted while another one wrote in it: that stays.
 */
export function UnexpectedOutcomes({ unexpected, onSeen }: Props) {
  const t = useTranslations('editor.notTaken')
  if (unexpected.length === 0) return null
  const isRefused = unexpected.some(({ outcome }) => outcome === 'refused')
  const keys = new Set(unexpected.map(one => (one.outcome === 'refused' ? one.reason : one.outcome)))
  const sentences = [...keys].map(key => t(key)).join(' ')
  const seen = (
    <button className="btn second small" type="button" onClick={onSeen}>
      {t('seen')}
    </button>
  )
  if (isRefused) {
    const text = writtenIn(unexpected.flatMap(one => (one.outcome === 'refused' && one.edit ? one.edit : [])))
    return (
      <Alert
        title={t('title')}
        below={
          <div className="stack tight">
            {text !== '' && <CopyTexts text={text} isShown />}
            <div>{seen}</div>
          </div>
        }
      >
        {sentences}
      </Alert>
    )
  }
  return (
    <div className="say" role="status">
      <div className="stack tight grow">
        <p>{sentences}</p>
        <div>{seen}</div>
      </div>
    </div>
  )
}
