package adapter

const shops = `Amazon
amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.ca amazon.co.jp amazon.in amazon.com.au amazon.nl amazon.com.br amazon.com.mx amazon.pl amazon.se
The first results are often sponsored; sorting and filters stand at the left and the top.
Price, seller and delivery change with the chosen variant: choose it before reading them.
"Buy now" orders without the cart's page: use "Add to cart".
Orders are under /gp/css/order-history; invoices hang at each order.
A subscription may be chosen instead of a single purchase: look at the boxes beside the price.
The product's number stands in the address behind /dp/.

eBay
ebay.com ebay.co.uk ebay.de ebay.fr ebay.it ebay.es ebay.ca ebay.com.au
Auction and Buy It Now are different: a bid binds the person.
Add the postage to the price before comparing.
Sold items are a filter, and show what was really paid.
The seller's rating and the condition stand beside the price.
Ended listings say so at the top.

Etsy
etsy.com
Options such as size have to be chosen before the price is right.
Advertisements by sellers stand first and are marked.
Postage depends on the country that is set at the bottom of the page.
Personal texts for an item are sent to the seller with the order.

AliExpress
aliexpress.com *.aliexpress.com
Country, language and currency are set at the top and change the prices.
The lowest price is often for a part or another variant: choose first.
Coupons and coins cover the page: close them.
A slider to prove that one is human is for the person: call help.

Walmart
walmart.com
The store and the postcode at the top decide on prices and stock.
Sellers other than Walmart are named below the price.
Pickup, delivery and shipping are different carts.
Sponsored results are marked.

Target
target.com
The store at the top decides on stock.
Choose pickup, delivery or shipping before adding to the cart.
Offers need to be saved before they count.
Results load as they are scrolled.

Best Buy
bestbuy.com
A page may ask for the country first.
Open-box and new are different offers of one product.
Protection plans are offered before the cart: decline them unless told otherwise.
Stock depends on the store.

IKEA
ikea.com
Country and language are in the address.
The article's number has eight digits and finds it at once.
Stock is shown for the chosen store.
A product may need further parts, listed below it.

Zalando
zalando.de zalando.com zalando.co.uk zalando.fr zalando.it zalando.nl zalando.pl
The size has to be chosen before the cart.
Partners send some articles; delivery and returns differ.
Filters at the top change the address and can be kept.
Prices may be for some sizes only.

Craigslist
*.craigslist.org craigslist.org
The city is the first part of the host.
Listings are plain pages; the reply button shows a mail address.
Never pay or send codes to a stranger; warn the person of such requests.
Sort and filter stand above the list.

Instacart
instacart.com
The store and the address decide on prices and stock.
Replacements are chosen for each article: look before ordering.
Fees and the tip stand in the last step only.
Times for delivery run out while one waits.`
