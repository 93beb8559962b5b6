package sink

// The words by which controls that pay, send and delete are called, made by
// hand: English, German, Spanish, French, Italian, Portuguese, Dutch, Polish,
// Russian, Japanese, Chinese, Korean. One with a star is the beginning of a word.

const payWords = `
pay|payment|buy|purchase|checkout|check out|order|place order|donate|donation|bid|place bid|transfer|withdraw|deposit|subscribe|book|book now|reserve|top up|recharge|renew|upgrade|rent|tip|one click|
bezahl*|zahlen|zahlung|zahlungspflichtig*|kauf*|jetzt kaufen|bestell*|kasse|überweis*|spende*|spenden|buchen|reservier*|abonnier*|aufladen|bieten|mieten|
pagar|pago|compra|comprar|pedido|realizar pedido|hacer pedido|donar|donativo|transferir|transferencia|retirar|reservar|suscrib*|pujar|recargar|alquilar|
payer|paiement|régler|achat|acheter|acheté|command*|passer commande|caisse|donner|faire un don|virement|virer|réserver|abonner|enchérir|recharger|louer|
paga|pagare|pagamento|acquist*|compra ora|ordina*|cassa|dona|donare|bonifico|trasferisci|preleva|prenota*|abbonati|ricarica|noleggia|
pagar|pagamento|comprar|compre|encomendar|finalizar compra|doar|transferir|sacar|reservar|assinar|recarregar|
betaal*|betalen|koop*|kopen|bestel*|afrekenen|doneer*|overmaken|overschrijven|boeken|reserver*|abonneer*|
zapłać|płac*|płatno*|kup|kupuj*|kupuję|zamów*|zamawiam|kasa|przelej|przelew|wpłać|wypłać|zarezerw*|
оплат*|плати*|заплат*|купи*|заказ*|оформить заказ|перевести|перевод|пожертв*|забронир*|подпис*|
支払|購入|注文|買う|今すぐ買|レジに進|会計|振込|送金|寄付|予約|申し込|申込|課金|入札|
支付|付款|购买|購買|买单|下单|訂購|结账|結帳|结算|立即购|立即買|转账|轉帳|提现|充值|捐款|捐赠|预订|預訂|订阅|訂閱|续费|
결제|구매|구입|주문|지불|송금|이체|기부|예약|구독|충전`

const sendWords = `
send|submit|post|publish|share|reply|tweet|comment|invite|apply|sign|confirm|approve|accept|agree|merge|deploy|register|sign up|forward|broadcast|report|vote|save and send|hand in|turn in|finalize|finalise|
senden|absenden|sende|abschick*|verschick*|einreich*|übermitteln|veröffentlich*|posten|teilen|antworten|kommentieren|einladen|bewerben|unterschreiben|unterzeichnen|bestätig*|genehmig*|zustimmen|annehmen|abgeben|registrieren|weiterleiten|
enviar|envía|envia|publicar|compartir|responder|comentar|invitar|solicitar|firmar|confirmar|aprobar|aceptar|entregar|registrar*|reenviar|
envoyer|publier|soumettre|poster|partager|répondre|commenter|inviter|postuler|signer|confirmer|approuver|accepter|valider|transmettre|transférer|
invia|inviare|pubblica*|condividi|rispondi|commenta|invita|firma|conferma*|approva|accetta|inoltra|consegna|
publicar|postar|partilhar|compartilhar|convidar|assinar|aprovar|aceitar|encaminhar|submeter|
verzend*|verstuur*|versturen|stuur|plaatsen|publiceer*|delen|beantwoorden|reageren|uitnodigen|ondertekenen|bevestig*|goedkeuren|akkoord|indienen|
wyślij|wyślij|prześlij|opublikuj*|publikuj|udostępnij|odpowiedz|skomentuj|zaproś|podpisz|potwierd*|zatwierd*|akceptuj*|
отправ*|опубликов*|публик*|поделиться|ответить|пригласить|подтверд*|одобрить|принять|
送信|投稿|公開|返信|共有|提出|招待|応募|署名|確定|承認|同意|登録|ツイート|ポストする|
发送|發送|发布|發佈|发表|提交|送出|回复|回覆|分享|评论|评价|邀请|申请|签署|确认|確認|批准|同意|转发|投稿|注册|
보내기|전송|제출|게시|등록|공유|답장|댓글|초대|신청|서명|확인|승인|동의`

const deleteWords = `
delete|remove|trash|discard|erase|destroy|wipe|purge|clear all|clear history|empty trash|empty bin|uninstall|deactivate|close account|close my account|terminate|revoke|unsubscribe|cancel subscription|cancel order|cancel booking|cancel account|cancel plan|block|unfriend|leave group|reset|overwrite|
lösch*|entfern*|gelöscht|verwerfen|papierkorb|vernichten|deinstallier*|konto schließen|kündig*|widerruf*|abbestellen|abmelden von|stornier*|zurücksetzen|überschreiben|blockier*|
elimin*|borrar|suprimir|quitar|papelera|descartar|vaciar|desinstalar|desactivar|cerrar cuenta|cerrar la cuenta|revocar|darse de baja|cancelar suscripción|cancelar pedido|restablecer|bloquear|
supprim*|effacer|retirer|corbeille|vider|désinstaller|désactiver|fermer le compte|résili*|révoquer|se désabonner|désabonner|annuler la commande|annuler l abonnement|réinitialiser|bloquer|
elimina*|cancella|rimuovi|cestino|svuota|scarta|disinstalla|disattiva|chiudi account|revoca|disdici|annulla ordine|ripristina|blocca|
excluir|apagar|eliminar|remover|lixeira|lixo|descartar|esvaziar|desinstalar|desativar|encerrar conta|revogar|cancelar assinatura|cancelar pedido|
verwijder*|wissen|prullenbak|leegmaken|deactiveren|account sluiten|intrekken|opzeggen|afmelden|bestelling annuleren|blokkeren|
usuń|usun*|skasuj|kosz|opróżnij|odinstaluj|dezaktywuj|zamknij konto|cofnij|wypisz|anuluj zamówienie|zablokuj|
удал*|стереть|очистить|корзин*|деактив*|закрыть счет|закрыть счёт|отозвать|отписаться|отменить заказ|сброс*|заблок*|
削除|消去|破棄|ゴミ箱|取り消す|解約|退会|無効に|アンインストール|初期化|ブロック|
删除|刪除|移除|清空|清除|丢弃|废纸篓|回收站|销毁|注销|註銷|停用|解约|退订|取消订单|取消訂閱|取消订阅|卸载|重置|拉黑|屏蔽|
삭제|제거|지우기|휴지통|비우기|폐기|탈퇴|해지|비활성|구독 취소|주문 취소|초기화|차단`

// harmless are the names of controls that only step back, close or look.
const harmless = `
cancel|close|back|no|no thanks|not now|keep|dismiss|later|skip|previous|help|search|filter|sort|more|show more|menu|edit|preview|view|details|
abbrechen|schließen|zurück|nein|nein danke|später|behalten|überspringen|suche|suchen|mehr|bearbeiten|vorschau|
cancelar|cerrar|volver|atrás|no gracias|ahora no|buscar|más|editar|
annuler|fermer|retour|non|non merci|plus tard|ignorer|rechercher|plus|modifier|
annulla|chiudi|indietro|no grazie|non ora|cerca|modifica|
fechar|voltar|não|agora não|pesquisar|buscar|
annuleren|sluiten|terug|nee|nee bedankt|niet nu|zoeken|bewerken|
anuluj|zamknij|wstecz|nie|nie teraz|szukaj|edytuj|
отмена|закрыть|назад|нет|не сейчас|поиск|найти|
キャンセル|閉じる|戻る|いいえ|後で|検索|編集|
取消|关闭|關閉|返回|否|不|稍后|搜索|搜尋|编辑|
취소|닫기|뒤로|아니요|나중에|검색|편집`

// The words in ids and the like, which are English for the most part.
const (
	payHints    = "pay|payment|buy|buynow|purchase|checkout|placeorder|order|donate|bid|transfer|withdraw"
	sendHints   = "send|submitpost|publish|tweet|postbutton|sendbutton"
	deleteHints = "delete|del|remove|trash|destroy|erase|unsubscribe|deactivate"
)
