package sink

// The words by which controls that pay, send and delete are called, made by
// hand: English, German, Spanish, French, Italian, Portuguese, Dutch, Polish,
// Russian, Japanese, Chinese, Korean. One with a star is the beginning of a word; one
// with ^, ~ or = stands at the beginning, at the end, or alone. What names things as
// well as acts, such as "order" or "comment", counts there only; with < it begins what
// is done, also as the second of two acts, and what does not end as a thing does.

const payWords = `
pay|buy|purchase|=checkout|check out|=order|order now|order and|place order|complete order|complete purchase|complete payment|complete booking|donate|=bid|place bid|bid now|=transfer|transfer money|transfer funds|transfer now|withdraw|=deposit|deposit now|subscribe|=book|book now|book it|book this|book and|reserve|top up|recharge|renew|upgrade|=rent|rent now|=tip|one click|
bezahlen|zahlen|=zahlung|zahlungspflichtig*|kaufen|=kauf|bestellen|überweisen|spenden|buchen|reservieren|abonnieren|aufladen|bieten|mieten|
pagar|comprar|=compra|=pedido|realizar pedido|hacer pedido|donar|transferir|retirar|reservar|suscribir*|pujar|recargar|alquilar|
payer|régler|acheter|commander|passer commande|donner|faire un don|virer|réserver|abonner|enchérir|recharger|louer|
paga|pagare|acquista|acquistare|compra ora|=ordina|ordina ora|ordinare|dona|donare|trasferisci|preleva|prenota|prenotare|abbonati|ricarica|noleggia|
compre|encomendar|finalizar compra|doar|sacar|assinar|recarregar|
betaal|betalen|koop|kopen|=bestel|bestellen|bestel nu|afrekenen|doneer|doneren|overmaken|overschrijven|boeken|reserveer|reserveren|abonneer|abonneren|
zapłać|płacę|kup|kupuj*|kupuję|zamów|zamawiam|przelej|wpłać|wypłać|zarezerwuj|
оплат*|плати*|заплат*|купи*|заказать|оформить заказ|=заказ|перевести деньги|перевести средства|=перевести|пожертв*|заброниров*|подписаться|
支払う|購入|=注文|注文する|買う|今すぐ買|振り込む|送金|寄付する|予約する|=予約|申し込む|課金|入札|
=支付|立即支付|去支付|付款|购买|購買|买单|下单|訂購|=结账|立即购|立即買|转账|轉帳|提现|充值|捐款|=预订|立即预订|=訂閱|=订阅|续费|
=결제|결제하기|결제하다|구매|구입|주문하기|=주문|송금|이체|기부하기|예약하기|=예약|구독하기|=구독|충전`

// payNouns are what is paid or ordered: what sends one does that.
const payNouns = `
payment|order|bid|donation|transfer|deposit|booking|reservation|
zahlung|bestellung|kauf|überweisung|spende|buchung|pago|compra|pedido|transferencia|reserva|paiement|commande|achat|virement|don|
pagamento|ordine|acquisto|bonifico|betaling|bestelling|aankoop|płatność|zamówienie|przelew|платеж|платёж|заказ|покупку|
支払|注文|予約|会計|支付|订单|訂單|预订|결제|주문|예약`

const sendWords = `
send|submit|<post|publish|<share|<reply|<tweet|<retweet|<comment|add comment|add a comment|add reply|<invite|apply|=sign|sign now|sign and|sign document|confirm|approve|accept|agree|=merge|merge pull|merge request|deploy|register|sign up|=forward|forward to|broadcast|<report|vote|hand in|turn in|finalize|finalise|place|=update|update post|update page|update profile|update and|make public|grant|
senden|absenden|sende|abschick*|verschick*|einreich*|übermitteln|veröffentlichen|posten|teilen|antworten|kommentieren|einladen|bewerben|unterschreiben|unterzeichnen|bestätigen|genehmigen|zustimmen|annehmen|abgeben|aufgeben|registrieren|weiterleiten|=aktualisieren|
enviar|envía|envia|publicar|compartir|responder|comentar|invitar|solicitar|firmar|confirmar|aprobar|aceptar|entregar|registrar*|reenviar|=actualizar|
envoyer|publier|soumettre|poster|partager|répondre|commenter|inviter|postuler|signer|confirmer|approuver|accepter|valider|transmettre|transférer|=mettre à jour|
invia|inviare|pubblica|pubblicare|condividi|rispondi|commenta|invita|firma|conferma|confermare|approva|accetta|inoltra|=consegna|=aggiorna|
postar|partilhar|compartilhar|convidar|aprovar|aceitar|encaminhar|submeter|=atualizar|
verzend|verzenden|verstuur|versturen|stuur|plaatsen|publiceer|publiceren|delen|beantwoorden|reageren|uitnodigen|ondertekenen|bevestig|bevestigen|goedkeuren|akkoord|indienen|=bijwerken|
wyślij|prześlij|opublikuj|publikuj|udostępnij|odpowiedz|skomentuj|zaproś|podpisz|potwierdź|potwierdzam|zatwierdź|akceptuj*|=zaktualizuj|
отправить|отправ|отправляй*|опубликовать|публиковать|поделиться|ответить|пригласить|подтверд*|одобрить|принять|подписать|=обновить|
送信|投稿する|=投稿|公開する|=公開|返信|共有|提出|招待|応募|署名|確定|承認|同意|登録する|=登録|ツイート|ポストする|=更新|更新する|
发送|發送|发布|發佈|=发表|发表评论|提交|送出|=回复|=回覆|=分享|=评论|邀请|申请|签署|确认|確認|批准|同意|转发|投稿|注册|
보내기|전송|제출|게시하기|=게시|등록하기|=등록|=공유|공유하기|답장|댓글 달기|댓글 등록|=댓글|초대|신청|서명|확인|승인|동의|=업데이트`

const deleteWords = `
delete|remove|<trash|move to trash|discard|erase|destroy|wipe|purge|clear all|clear history|empty trash|empty bin|uninstall|deactivate|close account|close my account|terminate|revoke|unsubscribe|cancel subscription|cancel my|cancel order|cancel the|cancel this|cancel your|yes cancel|cancel booking|cancel reservation|cancel membership|cancel account|cancel plan|=block|block user|block this|block sender|block contact|block and|unfriend|leave group|<reset|overwrite|
löschen|lösche|entfernen|verwerfen|in den papierkorb|papierkorb leeren|vernichten|deinstallier*|konto schließen|kündigen|widerrufen|abbestellen|abmelden von|stornieren|zurücksetzen|überschreiben|blockieren|
eliminar|elimina|elimine|borrar|suprimir|quitar|a la papelera|descartar|vaciar|desinstalar|desactivar|cerrar cuenta|cerrar la cuenta|revocar|darse de baja|cancelar suscripción|cancelar pedido|restablecer|bloquear|
supprimer|supprime|effacer|retirer|à la corbeille|vider|désinstaller|désactiver|fermer le compte|résilier|révoquer|se désabonner|désabonner|annuler la commande|annuler l abonnement|réinitialiser|bloquer|
eliminare|cancella|rimuovi|nel cestino|svuota|scarta|disinstalla|disattiva|chiudi account|revoca|disdici|annulla ordine|ripristina|=blocca|blocca utente|
excluir|apagar|remover|para a lixeira|para o lixo|esvaziar|desativar|encerrar conta|revogar|cancelar assinatura|
verwijder|verwijderen|wissen|naar prullenbak|leegmaken|deactiveren|account sluiten|intrekken|opzeggen|afmelden|bestelling annuleren|blokkeren|
usuń|usunąć|skasuj|do kosza|opróżnij|odinstaluj|dezaktywuj|zamknij konto|cofnij zgodę|wypisz|anuluj zamówienie|zablokuj|
удали*|удалять|стереть|очистить|деактив*|закрыть счет|закрыть счёт|отозвать|отписаться|отменить заказ|сбросить|заблокировать|
削除|消去|破棄|ゴミ箱に|ゴミ箱へ|取り消す|解約|退会|無効に|アンインストール|初期化|=ブロック|をブロック|ブロックする|
删除|刪除|移除|清空|清除|丢弃|移到废纸篓|移至回收站|销毁|注销|註銷|停用|解约|退订|取消订单|取消訂閱|取消订阅|卸载|重置|拉黑|=屏蔽|
삭제|제거|지우기|휴지통으로|비우기|폐기|탈퇴|해지|비활성|구독 취소|주문 취소|초기화|차단`

// backWords are the names of controls that only step back; lookWords those of what
// only looks or opens, and how such a name begins, or ends where the verb is last.
const backWords = `
cancel|close|back|no|no thanks|not now|keep|dismiss|later|skip|previous|
abbrechen|schließen|zurück|nein|nein danke|später|behalten|überspringen|
cancelar|cerrar|volver|atrás|no gracias|ahora no|annuler|fermer|retour|non|non merci|plus tard|ignorer|
annulla|chiudi|indietro|no grazie|non ora|fechar|voltar|não|agora não|
annuleren|sluiten|terug|nee|nee bedankt|niet nu|anuluj|zamknij|wstecz|nie|nie teraz|отмена|закрыть|назад|нет|не сейчас|
キャンセル|閉じる|戻る|いいえ|後で|取消|关闭|關閉|返回|否|不|稍后|취소|닫기|뒤로|아니요|나중에`

const lookWords = `
=help|^search|^filter|^sort|=more|~more|^show|^view|^hide|^see|=menu|^edit|^preview|=details|^close|^open|^back|^previous|^next|^expand|^collapse|^toggle|^go|^proceed to|^continue to|^read|^learn|^about|^manage|^my|
~suche|~suchen|=mehr|~bearbeiten|~vorschau|~anzeigen|~ansehen|~öffnen|~schließen|^zurück|^meine|^zur|
^buscar|=más|^editar|^ver|^cerrar|^abrir|^mostrar|^volver|^mis|^rechercher|=plus|^modifier|^voir|^fermer|^ouvrir|^afficher|^retour|^mes|
^cerca|^modifica|^vedi|^visualizza|^chiudi|^apri|^mostra|^torna|^pesquisar|^fechar|^voltar|^meus|^minhas|
~zoeken|~bewerken|~bekijken|~tonen|~sluiten|~openen|^terug|^mijn|^szukaj|^edytuj|^pokaż|^zobacz|^zamknij|^otwórz|^moje|
^поиск|=найти|^показать|^посмотреть|^открыть|^закрыть|^мои|
~検索|~編集|~見る|~表示|~開く|~閉じる|~一覧|~履歴|~設定|~方法|~詳細|
^搜索|^搜尋|^编辑|^查看|^打开|^关闭|^显示|^返回|^我的|~方式|~记录|~列表|~设置|~详情|
~검색|~편집|~보기|~닫기|~열기|~내역|~목록|~설정|~수단`

// writeWords are the names of controls that send what is written beside them, and where
// nothing is, open the place to write it.
const writeWords = `reply|reply all|reply to all|forward|comment|
antworten|allen antworten|weiterleiten|kommentieren|responder|responder a todos|reenviar|comentar|
répondre|répondre à tous|transférer|commenter|rispondi|rispondi a tutti|inoltra|commenta|
encaminhar|beantwoorden|reageren|odpowiedz|skomentuj|ответить|переслать|
返信|転送|回复|回覆|转发|评论|답장|전달|댓글`

// keepWords begin the names of what does not do it; andWords stand between two verbs.
const keepWords = "^don t|^do not|^no enviar|^no eliminar|^no borrar|^no publicar|^keep|^undo|nicht|^ne pas|^non|^niet|^nie|^не|^não|~しない|^不"
const andWords = "and|und|et|y|e|en|i|и|て|并|後|后|하고"

// thingWords end the names of things.
const thingWords = "~settings|~list|~history|~details|~options|~status"

// trifles are what can be set back, sent and removed without a loss.
const trifles = "filter*|filtr*|фильтр*|フィルタ|筛选|필터|zoom|formatting|ansicht|vista|^search|~search|cookie*|クッキー|쿠키|ciasteczk*"

// talkWords are in the names of fields in which Enter sends.
const talkWords = `messag*|mesaj*|nachricht*|mensaj*|mensagem|bericht*|wiadomo*|сообщ*|メッセージ|消息|메시지|comment*|kommentar*|coment*|komentarz*|коммент*|コメント|评论|評論|댓글|
reply|replies|antwort*|respon*|répon*|rispo*|antwoord*|odpow*|ответ*|返信|回复|답장|chat*|prompt*|ask`

// The words in ids and the like, which are English for the most part.
const (
	payHints    = "pay|buy|buynow|purchase|checkout|placeorder|place order|donate|bid|transfer|withdraw"
	sendHints   = "send|submitpost|publish|tweet|postbutton|sendbutton"
	deleteHints = "delete|del|remove|trash|destroy|erase|unsubscribe|deactivate"
)
