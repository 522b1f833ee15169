import { useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { endPhoneLinks, makePhoneLink } from '../../../../contract/organisation/on-phone/phone-links.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { LinkToShare } from '../../frame/link-to-share.tsx'
import { Problem } from '../../frame/problem.tsx'
import { QrCode } from '../../invite/qr-code.tsx'
import './on-phone.css'

type Props = { courseId: string; lesson: string; page: string; onClose(): void }

/** A QR code and a link that show this draft on any phone for an hour. Each opening of the sheet makes another link. */
export function OnMyPhone({ courseId, lesson, page, onClose }: Props) {
  const t = useTranslations('editor.onPhone')
  const format = useFormatter()
  const act = useAct()
  const [made, setMade] = useState<{ token: string; expiresAt: number }>()
  const [isEnded, setIsEnded] = useState(false)
  const params = { id: courseId }
  const link = made && `${location.origin}/draft#${[made.token, lesson, page].map(encodeURIComponent).join('/')}`

  async function make() {
    const reply = await act.make(idempotencyKey => call(makePhoneLink, { params }, { idempotencyKey }))
    if (!reply) return
    setIsEnded(false)
    setMade(reply.data)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sheet opens.
  useEffect(() => void make(), [])

  async function end() {
    if (!(await act.make(idempotencyKey => call(endPhoneLinks, { params }, { idempotencyKey })))) return
    setMade(undefined)
    setIsEnded(true)
  }

  return (
    <Sheet title={t('open')} isBusy={act.isBusy} onClose={onClose}>
      <p>{t('lead')}</p>
      <Problem of={act} />
      {link && (
        <div className="phone-qr">
          <QrCode link={link} label={t('label')} />
          <p className="meta">
            {t('until', { time: format.dateTime(made.expiresAt, { hour: 'numeric', minute: '2-digit' }) })}
          </p>
          <LinkToShare link={link} label={t('link')} />
          <button className="btn second wide" type="button" onClick={() => void end()}>
            {t('end')}
          </button>
        </div>
      )}
      <p role="status">{isEnded && t('ended')}</p>
      {!link && (
        <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void make()}>
          {t('again')}
        </button>
      )}
    </Sheet>
  )
}
