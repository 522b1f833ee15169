import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'
import { PercentBar } from '../../ui/progress.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { EditIcon } from '../edit-icon.tsx'
import { type ChosenPicture, canShow, choosePicture, type PictureProblem, type PictureUse } from './prepare-picture.ts'
import { withType } from './use-made.ts'

type Props = {
  use: PictureUse
  media: Pick<DraftMedia, 'sendNow'>
  /** Sends a file that this browser cannot read, but perhaps the server can. */
  onUnreadable(file: File, onShare: (share: number) => void): Promise<void>
  onChosen(chosen: ChosenPicture): void
}

type State = { share?: number; problem?: PictureProblem | ApiError; isDrawing?: boolean }

/** Buttons for a picture from the camera of a phone, or from a file. Says at once why a file cannot be used. */
export function ChoosePicture({ use, media, onUnreadable, onChosen }: Props) {
  const t = useTranslations('pictures')
  const [{ share, problem, isDrawing }, setState] = useState<State>({})
  const kinds = useRef<HTMLParagraphElement>(null)
  const sheet = useRef<HTMLDialogElement>(null)
  const hasCamera = matchMedia('(pointer: coarse)').matches

  /** The buttons go away, and what comes is read from its beginning. */
  function takeOver(chosen: ChosenPicture) {
    sheet.current?.querySelector('h2')?.focus()
    onChosen(chosen)
  }

  async function choose(file: File) {
    // While a file is sent, nothing of this is in the sheet.
    sheet.current = kinds.current?.closest('dialog') ?? null
    setState({})
    const chosen = await choosePicture(file, use)
    if (typeof chosen === 'string') return setState({ problem: chosen })
    if (chosen.is === 'drawing') return takeDrawing(chosen)
    if (chosen.is === 'photo') return takeOver(chosen)
    try {
      await onUnreadable(file, sent => setState({ share: sent }))
    } catch (error) {
      setState({ problem: error instanceof ApiError ? error : new ApiError('internal') })
    }
  }

  /** Sends a drawing first: the server's rules are strict, and nobody should describe a drawing that it refuses. */
  async function takeDrawing({ file }: ChosenPicture) {
    const drawing = withType(file)
    if (!(await canShow(drawing))) return setState({ problem: 'brokenDrawing', isDrawing: true })
    try {
      const sent = await media.sendNow(use, drawing, share => setState({ share }))
      return takeOver({ file, is: 'drawing', sent })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'courses/bad-file')
        return setState({ problem: error, isDrawing: true })
      // Without a network the drawing waits on this device. If the server refuses it later, its field says so.
    }
    takeOver({ file, is: 'drawing' })
  }

  if (share !== undefined) {
    return (
      <div role="status">
        <p>{t('sending')}</p>
        <PercentBar percent={Math.floor(share * 100)} label={t('sending')} />
      </div>
    )
  }
  return (
    <>
      {typeof problem === 'string' && <Alert title={t(problem)}>{isDrawing && t('drawingHint')}</Alert>}
      {problem instanceof ApiError && <RefusedFile error={problem} isDrawing={isDrawing} />}
      {hasCamera && <PictureButton label={t('camera')} isCamera onFile={file => void choose(file)} />}
      <PictureButton label={t('fromFile')} onFile={file => void choose(file)} />
      <p className="meta" ref={kinds}>
        {t(use === 'icon' ? 'iconKinds' : 'kinds')}
      </p>
    </>
  )
}

/** The server says why a file cannot be used, in the language of the author. */
export function RefusedFile({ error, isDrawing = false }: { error: ApiError; isDrawing?: boolean | undefined }) {
  const t = useTranslations('pictures')
  if (error.code === 'courses/bad-file')
    return (
      <Alert title={t('refused')} below={isDrawing && <p>{t('drawingHint')}</p>}>
        <bdi>{error.message}</bdi>
      </Alert>
    )
  return <Alert title={t(error.status === 0 || error.status >= 500 ? 'needsNetwork' : 'failed')} />
}

type ButtonProps = { label: string; isCamera?: boolean; onFile(file: File): void }

function PictureButton({ label, isCamera = false, onFile }: ButtonProps) {
  const accept = isCamera ? 'image/*' : 'image/jpeg,image/png,image/webp,image/heic,image/svg+xml,.heic,.svg'
  return (
    <FileButton className={isCamera ? 'btn' : 'btn second'} {...{ accept, isCamera, onFile }}>
      <EditIcon name={isCamera ? 'camera' : 'picture'} />
      {label}
    </FileButton>
  )
}
