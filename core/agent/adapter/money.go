package adapter

const money = `PayPal!
paypal.com
Sending to friends has no protection, paying for goods has: the choice matters.
The activity list filters by date and kind; older entries need a report.
The source of the money stands above the last button: read it before pressing.
Requests for money from strangers may be fraud: tell the person, pay nothing.

Stripe dashboard!
dashboard.stripe.com
Test and live data are two worlds: look at the switch at the top first.
Refunds and payouts cannot be taken back.
The search takes amounts, mail addresses and ids.
Secret keys are shown once: never copy them into notes or answers.

Wise!
wise.com
The rate holds for a limited time; fees stand below the amount.
Receiver details must be exact: a wrong account may lose the money.
Balances of several currencies are separate.
Transfers ask for the person's phone: call help.

Revolut!
app.revolut.com business.revolut.com
A login needs the person's phone: call help.
Exchanges at weekends cost more.
Statements are under each account's menu.
Pockets and accounts are separate.

Chase!
chase.com secure.chase.com
The session ends after some idle minutes: read what is needed at once.
Statements are PDF files under Statements & documents.
Pending and posted entries are listed apart.
Codes that are sent to the phone are for the person: call help.

Bank of America!
bankofamerica.com secure.bankofamerica.com
The session ends after some idle minutes.
Transfers show a page to check before they are made.
Activity is listed by statement period; choose the period first.
Codes that are sent to the phone are for the person: call help.

Wells Fargo!
wellsfargo.com connect.secure.wellsfargo.com
The session ends after some idle minutes.
Offers come between the login and the accounts: decline them.
Statements are under Statements and Documents.
Codes that are sent to the phone are for the person: call help.

N26!
app.n26.com
A login has to be confirmed on the phone: call help.
Entries are grouped by day; the search takes names and amounts.
Transfers need a confirmation on the phone.
Spaces are separate balances.

Coinbase!
coinbase.com accounts.coinbase.com
Simple and Advanced have different fees.
A transfer to a wrong address or network is lost for good.
Prices move while one reads: give the time with a figure.
The person has to confirm with their second factor: call help.

Binance!
binance.com accounts.binance.com
Spot, margin and futures are different wallets with different risks.
A withdrawal to a wrong network is lost for good.
Order forms keep the last values: read all fields.
Codes are for the person: call help.

Kraken!
kraken.com pro.kraken.com
Kraken and Kraken Pro have different fees and pages.
Withdrawals go only to addresses that were confirmed before.
Order forms keep the last values: read all fields.
Codes are for the person: call help.

Fidelity!
fidelity.com digital.fidelity.com
The order's page shows a preview before it is placed: read symbol, side, amount, account.
Positions and balances are of the chosen account.
Prices may be delayed.
The session ends after some idle minutes.

Charles Schwab!
schwab.com client.schwab.com
Several accounts stand in one selector: look at it first.
Orders are reviewed on a page of their own before they are placed.
Statements are under History & Statements.
The session ends after some idle minutes.

Robinhood!
robinhood.com
Buying is few presses: the last one places the order.
Dollars and shares are two ways to give an amount: look which one is set.
Prices move while one reads.
Options are under their own button and can lose everything.

Interactive Brokers!
interactivebrokers.com portal.interactivebrokers.co.uk ndcdyn.interactivebrokers.com
A login ends other sessions of the same person.
Orders show a preview with commission and margin.
Paper and live accounts look alike: read the account's number.
Reports are made under Performance & Reports and may take a minute.

Venmo!
venmo.com account.venmo.com
Payments are public to friends unless set to private: look at the audience.
Pay and Request stand side by side.
Compare the user name and picture: names repeat.
A payment to a stranger has no protection.`
